/** A context on a database and a Redis prefix of its own, for the tests of whoever stands on core. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Role } from '@parley/contracts/entities';
import { hash } from '@node-rs/argon2';
import { createTestDatabase, type TestDatabase } from '@parley/db/testing';
import { insertUser } from '@parley/db/users/users';
import { loadConfig, baseConfig } from '@parley/service/config';
import * as Type from 'typebox';
import { createLogger } from '@parley/service/logger';
import type { StaffCaller } from './callers.ts';
import {
  createExternalServices,
  type ExternalContext,
  externalServicesConfig,
} from './integrations/external-services.ts';
import { type OpenContext, openContext } from './open-context.ts';

export interface TestContext extends OpenContext {
  database: TestDatabase;
  /** The environment for a child process that shall share database, prefix and secret. */
  env: Record<string, string>;
}

/** Close it with `close()`, which also drops the database and the prefix's keys. */
export async function createTestContext(): Promise<TestContext> {
  const [database, filesFolder] = await Promise.all([
    createTestDatabase(),
    mkdtemp(path.join(tmpdir(), 'parley-files-')),
  ]);
  const env = {
    DATABASE_URL: database.url,
    REDIS_URL: process.env.REDIS_URL ?? 'redis://127.0.0.1:63800',
    REDIS_PREFIX: `test-${randomBytes(6).toString('hex')}`,
    APP_SECRET: randomBytes(32).toString('hex'),
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    FILES_FOLDER: filesFolder,
    LOG_LEVEL: 'silent',
  };
  const config = loadConfig(baseConfig, env);
  const log = createLogger({ service: 'test', level: 'silent' });
  const context = openContext({ config, name: 'test', log });
  return {
    ...context,
    database,
    env,
    async close() {
      const names = await context.redis.keys(`*${env.REDIS_PREFIX}*`);
      // One by one: in a cluster they live on several nodes.
      await Promise.all(names.map((name) => context.redis.unlink(name)));
      await context.close();
      await database.drop();
      await rm(filesFolder, { recursive: true, force: true });
    },
  };
}

/**
 * A password's hash that is checked at hardly any cost: for people who sign in again and again in tests. The product
 * makes none like it; what it checks is what a hash says of itself.
 */
export const quickHash = (password: string): Promise<string> =>
  hash(password.normalize('NFKC'), { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** The same with what the environment says of external services. */
export const withExternalServices = (context: TestContext): TestContext & ExternalContext => {
  const schema = Type.Object({ ...baseConfig.properties, ...externalServicesConfig });
  return { ...context, external: createExternalServices(loadConfig(schema, context.env)) };
};

/** Somebody of the team, signed in by no session. Names are unique in a context. */
export async function createColleague(
  { db }: TestContext,
  name: string,
  role: Role = 'representative',
): Promise<StaffCaller> {
  const username = name.toLowerCase().replace(' ', '.');
  const account = { name, email: `${username}@example.com`, username, passwordHash: 'x', role };
  return { kind: 'staff', user: await insertUser(db, account), sessionId: 'none' };
}
