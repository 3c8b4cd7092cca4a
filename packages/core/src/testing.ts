/** Creates a context with a database and a Redis prefix of its own, for tests of packages that build on core. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Role } from '@parley/contracts/entities';
import type { JobPayload } from '@parley/contracts/jobs';
import { hash } from '@node-rs/argon2';
import type { Database } from '@parley/db/database';
import { createTestDatabase, type TestDatabase } from '@parley/db/testing';
import { recordAiRun } from '@parley/db/ai/runs';
import { insertIdentityCode } from '@parley/db/tools/identity-codes';
import { keepConnected, recordInput } from '@parley/db/users/availability';
import { insertUser } from '@parley/db/users/users';
import { contactOf } from '@parley/db/visitors/contacts';
import { loadConfig, baseConfig } from '@parley/service/config';
import * as Type from 'typebox';
import { createLogger } from '@parley/service/logger';
import { noSession, type StaffCaller } from './callers.ts';
import { mergeContacts } from './contacts/merge.ts';
import { mergeConversations } from './conversations/merge.ts';
import { createExternalServices, type ExternalContext, externalServicesConfig } from './external/services.ts';
import { notifyOfEvent } from './notifications/follow-event.ts';
import { type OpenContext, openContext } from './open-context.ts';

export interface TestContext extends OpenContext {
  database: TestDatabase;
  /** Environment for a child process with the same database, prefix and secret. */
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
      // Keys are unlinked one at a time: in a cluster they are on several nodes.
      await Promise.all(names.map((name) => context.redis.unlink(name)));
      await context.close();
      await database.drop();
      await rm(filesFolder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns a password hash that is checked at hardly any cost, for tests with many sign-ins. The product makes none like
 * it; a check uses the parameters in the hash.
 */
export const quickHash = (password: string): Promise<string> =>
  hash(password.normalize('NFKC'), { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Adds the external services from the environment to a context. */
export const withExternalServices = (context: TestContext): TestContext & ExternalContext => {
  const schema = Type.Object({ ...baseConfig.properties, ...externalServicesConfig });
  return { ...context, external: createExternalServices(loadConfig(schema, context.env)) };
};

/** Has users open the dashboard and use it, as a gateway records it. */
export async function appear({ db }: Pick<TestContext, 'db'>, ...userIds: readonly string[]): Promise<void> {
  await keepConnected(db, userIds);
  for (const userId of userIds) await recordInput(db, userId);
}

/** Notifies users of the events so far, as the worker does. */
export async function notifyUsers(context: OpenContext): Promise<void> {
  const queue = context.queues.queue('notifications');
  for (const job of await queue.getJobs(['waiting', 'prioritized'], 0, -1, true)) {
    // Added by `queues.add`, which takes nothing else.
    await notifyOfEvent(context, job.data as JobPayload<'notifications'>);
    await job.remove();
  }
}

/** Creates a user and returns them as a caller without a session. Names are unique in a context. */
export async function createColleague(
  { db }: TestContext,
  name: string,
  role: Role = 'representative',
): Promise<StaffCaller> {
  const username = name.toLowerCase().replace(' ', '.');
  const account = { name, email: `${username}@example.com`, username, passwordHash: 'x', role };
  return { kind: 'staff', user: await insertUser(db, account), sessionId: noSession };
}

/** Records that the assistant replied in a conversation, at a cost in dollars. Returns the id of the run. */
export const recordReplyRun = (db: Database, conversationId: string, costUsd?: number): Promise<string> =>
  recordAiRun(db, {
    conversationId,
    visitorId: null,
    aiEpoch: null,
    messageSeq: null,
    kind: 'reply',
    model: 'test',
    promptVersion: '1',
    outcome: 'answered',
    error: null,
    latencyMs: 1,
    ...(costUsd !== undefined && { costUsd }),
  });

/** Stores a code that was mailed to prove an address: digits typed in the conversation may be it for a day. */
export async function expectCode({ db }: Pick<TestContext, 'db'>, conversationId: string): Promise<void> {
  const runId = await recordReplyRun(db, conversationId);
  const email = `${randomUUID()}@example.com`;
  await insertIdentityCode(db, { conversationId, runId, email, codeHash: 'none' }, 15);
}

/** Merges the conversation of one visitor into that of another, after joining both in one contact. */
export async function mergeTalks(
  context: TestContext,
  from: { visitorId: string; conversationId: string },
  into: { visitorId: string; conversationId: string },
): Promise<void> {
  const admin = await createColleague(context, `Merger ${randomUUID().slice(0, 8)}`, 'admin');
  const contactId = (await contactOf(context.db, into.visitorId)) ?? '';
  const mergedId = (await contactOf(context.db, from.visitorId)) ?? '';
  await mergeContacts(context, admin, contactId, { mergedId });
  await mergeConversations(context, admin, from.conversationId, into.conversationId);
}

/** Caller who may everything, for tests that look at what others did. */
export const overseer: StaffCaller = {
  kind: 'staff',
  sessionId: noSession,
  user: {
    id: '01900000-0000-7000-8000-00000000a11a',
    name: 'Overseer',
    email: 'overseer@example.com',
    username: 'overseer',
    role: 'admin',
    status: 'offline',
    profileImageUrl: null,
    language: 'en',
    timeZone: null,
    dateFormat: null,
    hourFormat: null,
    sendDelaySeconds: 0,
    readTranslated: false,
    mailSignature: '',
    createdAt: '2026-01-01T00:00:00.000Z',
  },
};
