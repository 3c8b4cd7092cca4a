/** The whole product as child processes on free ports, with a database and a Redis prefix of its own. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { User } from '@parley/contracts/entities';
import { createTestDatabase, type TestDatabase } from '@parley/db/testing';
import { freePort, type Service, startService } from './process.ts';

export interface StackOptions {
  apis?: number;
  realtimes?: number;
  workers?: number;
  /** More environment for the three services. */
  env?: Record<string, string>;
}

export interface Stack {
  /** The one origin: dashboard, /api, /ws, /widget.js, /demo. */
  readonly url: string;
  readonly database: TestDatabase;
  readonly env: Record<string, string>;
  readonly apis: Service[];
  readonly realtimes: Service[];
  readonly workers: Service[];
  readonly front: Service;
  /** Registers an account over the API; the first one is the admin. Answers it with its session cookie. */
  register(user: { name: string; email: string; username: string; password: string }): Promise<SignedIn>;
  /** Calls the API as a user and returns the parsed body; throws with the answer's text when it is refused. */
  call<T>(method: string, address: string, options?: { as?: SignedIn; body?: unknown }): Promise<T>;
  stop(): Promise<void>;
}

export interface SignedIn {
  user: User;
  cookie: string;
}

/** Starts the stack and resolves when every service is ready. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const database = await createTestDatabase();
  const filesFolder = await mkdtemp(path.join(tmpdir(), 'parley-files-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    DATABASE_URL: database.url,
    REDIS_URL: process.env.REDIS_URL ?? 'redis://127.0.0.1:63800',
    REDIS_PREFIX: `e2e-${randomBytes(5).toString('hex')}`,
    APP_SECRET: randomBytes(32).toString('hex'),
    PUBLIC_URL: url,
    REGISTRATION: 'open',
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    FILES_FOLDER: filesFolder,
    ...options.env,
  };
  const many = (name: string, folder: string, count = 1) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) =>
        startService(`${name} ${index + 1}`, folder, await freePort(), env),
      ),
    );
  const started: Service[] = [];
  try {
    const [apis, realtimes, workers] = await Promise.all([
      many('api', 'apps/api', options.apis),
      many('realtime', 'apps/realtime', options.realtimes),
      many('worker', 'apps/worker', options.workers),
    ]);
    started.push(...apis, ...realtimes, ...workers);
    const front = await startService('front', 'deploy/front', port, {
      API_URLS: apis.map((service) => service.url).join(','),
      REALTIME_URLS: realtimes.map((service) => service.url).join(','),
    });
    started.push(front);

    const call: Stack['call'] = async (method, address, { as, body } = {}) => {
      const response = await fetch(`${url}${address}`, {
        method,
        headers: {
          ...(as ? { cookie: as.cookie } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    };

    return {
      url,
      database,
      env,
      apis,
      realtimes,
      workers,
      front,
      call,
      async register(user) {
        const response = await fetch(`${url}/api/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(user),
        });
        if (!response.ok) throw new Error(`register: ${response.status} ${await response.text()}`);
        const cookie = response.headers
          .getSetCookie()
          .map((each) => each.split(';', 1)[0])
          .join('; ');
        return { user: (await response.json()) as User, cookie };
      },
      async stop() {
        await Promise.all(started.map((service) => service.stop()));
        await database.drop();
        await rm(filesFolder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await Promise.all(started.map((service) => service.stop('SIGKILL')));
    await database.drop();
    await rm(filesFolder, { recursive: true, force: true });
    throw error;
  }
}
