/** A dependency goes away and comes back; the process stays. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { createExternalServices } from '@parley/core/external/services';
import { openContext, type OpenContext } from '@parley/core/open-context';
import { loadConfig } from '@parley/service/config';
import { createLogger } from '@parley/service/logger';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../src/app.ts';
import { apiConfig } from '../src/main.ts';
import { password, type TestUser, startApi, type TestApi } from './support/api.ts';

/** A way to a server that can be cut and mended. */
class Way {
  #server: Server | undefined;
  readonly #sockets = new Set<Socket>();
  port = 0;

  readonly #target: { host: string; port: number };

  constructor(target: { host: string; port: number }) {
    this.#target = target;
  }

  async mend(): Promise<void> {
    this.#server = createServer((near) => {
      const far = connect(this.#target.port, this.#target.host);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
      }
      near.pipe(far).pipe(near);
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.listen(this.port, '127.0.0.1', resolve);
    await promise;
    const address = this.#server.address();
    if (typeof address === 'object' && address) this.port = address.port;
  }

  cut(): void {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

const hostOf = (url: string, port: number) => {
  const { hostname, port: given } = new URL(url);
  return { host: hostname, port: Number(given || port) };
};

let api: TestApi;
let testUser: TestUser;
let database: Way;
let redis: Way;
let context: OpenContext;
let app: FastifyInstance;
beforeAll(async () => {
  api = await startApi();
  testUser = await api.signIn('admin');
  const { env } = api.context;
  database = new Way(hostOf(env['DATABASE_URL'] ?? '', 5432));
  redis = new Way(hostOf(env['REDIS_URL'] ?? '', 6379));
  await Promise.all([database.mend(), redis.mend()]);
  const through = (url: string, way: Way) => {
    const address = new URL(url);
    address.port = String(way.port);
    return address.href;
  };
  const config = loadConfig(apiConfig, {
    ...env,
    REGISTRATION: 'open',
    DATABASE_URL: through(env['DATABASE_URL'] ?? '', database),
    REDIS_URL: through(env['REDIS_URL'] ?? '', redis),
  });
  context = openContext({ config, name: 'api', log: createLogger({ service: 'test', level: 'silent' }) });
  app = await buildApp({ context: { ...context, external: createExternalServices(config) }, config });
});
afterAll(async () => {
  await app.close();
  await context.close();
  for (const way of [database, redis]) way.cut();
  await api.close();
});

const user = () => app.inject({ method: 'GET', url: '/api/stats', headers: testUser.headers });
const login = () =>
  app.inject({ method: 'POST', url: '/api/login', payload: { email: testUser.user.email, password } });

describe('the API without Postgres', () => {
  it('calls answer 503 with Retry-After and no word of the inside, and work again by themselves', async () => {
    expect((await user()).statusCode).toBe(200);
    database.cut();
    const answer = await user();
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.body).not.toMatch(/ECONN|127\.0\.0\.1|terminated/);
    await database.mend();
    await expect.poll(async () => (await user()).statusCode).toBe(200);
  });
});

describe('the API without Redis', () => {
  it('nobody signs in, nobody is taken for signed in, and both work again by themselves', async () => {
    redis.cut();
    expect((await login()).statusCode).toBe(503);
    // A session read just before counts for the rest of its second.
    await expect.poll(async () => (await user()).statusCode).toBe(503);
    const registration = { email: 'x@example.com', password, name: 'X', username: 'x' };
    expect((await app.inject({ method: 'POST', url: '/api/register', payload: registration })).statusCode).toBe(503);
    await redis.mend();
    await expect.poll(async () => (await user()).statusCode).toBe(200);
    expect((await login()).statusCode).toBe(200);
  });

  it('a visitor’s message is still taken, and its event waits in the outbox', async () => {
    const visitor = await api.visitor();
    redis.cut();
    const sent = await app.inject({
      method: 'POST',
      url: '/api/visitor/messages',
      headers: visitor.headers,
      payload: { content: 'anybody there?', clientMessageId: randomUUID() },
    });
    expect(sent.statusCode).toBe(201);
    const waiting = await api.context.db.selectFrom('outbox').select('type').execute();
    expect(waiting).toContainEqual({ type: 'message.posted' });
    await redis.mend();
  });
});
