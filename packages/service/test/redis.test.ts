import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lostDependency } from '../src/errors.ts';
import {
  closeRedis,
  connectRedis,
  keys,
  parseClusterUrl,
  parseTls,
  type RedisConnection,
  redisReady,
} from '../src/redis.ts';
import { RedisServer, startCluster, type RedisCluster, until } from './redis-server.ts';

/** The error of a promise, and how long it took to come. */
async function failure(promise: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const start = performance.now();
  let answer: unknown;
  try {
    answer = await promise;
  } catch (error) {
    return { error, ms: performance.now() - start };
  }
  throw new Error(`It should have failed, but answered ${JSON.stringify(answer)}`);
}

describe('a connection for commands', () => {
  let server: RedisServer;
  let redis: RedisConnection;

  beforeAll(async () => {
    server = await RedisServer.start();
    redis = connectRedis(server.url, { role: 'commands' });
    await redisReady(redis);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.remove();
  });

  test('a killed Redis gives an error within two seconds, and works again after a restart without a new connection', async () => {
    await redis.set('a', '1');
    await server.kill();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { error, ms } = await failure(redis.get('a'));
      expect(ms).toBeLessThan(2_000);
      expect(lostDependency(error)).toBe('redis');
    }
    await server.start();
    await until('Redis is back', async () => (await redis.ping().catch(() => '')) === 'PONG');
  });

  test('a Redis that hangs with its connection open gives an error within two seconds', async () => {
    server.signal('SIGSTOP');
    const { error, ms } = await failure(redis.get('a'));
    server.signal('SIGCONT');
    expect(ms).toBeLessThan(2_000);
    expect(lostDependency(error)).toBe('redis');
    await until('Redis is back', async () => (await redis.ping().catch(() => '')) === 'PONG');
  });

  test('a connection opened before its Redis fails at first and then works', async () => {
    await server.kill();
    const early = connectRedis(server.url, { role: 'commands' });
    const { error, ms } = await failure(early.ping());
    expect(ms).toBeLessThan(2_000);
    expect(lostDependency(error)).toBe('redis');
    await expect(redisReady(early, 100)).rejects.toThrow('Redis was not ready within 100 ms');
    await server.start();
    await redisReady(early);
    expect(await early.ping()).toBe('PONG');
    await closeRedis(early);
  });

  test('closing ends at once even when Redis hangs', async () => {
    const hanging = connectRedis(server.url, { role: 'commands' });
    await redisReady(hanging);
    server.signal('SIGSTOP');
    const start = performance.now();
    await closeRedis(hanging);
    expect(performance.now() - start).toBeLessThan(2_000);
    server.signal('SIGCONT');
  });
});

test('a connection for queues waits for a Redis that is away instead of failing', async () => {
  const server = await RedisServer.start();
  const redis = connectRedis(server.url, { role: 'bullmq' });
  await redisReady(redis);
  await server.kill();
  const waiting = redis.ping();
  await server.start();
  expect(await waiting).toBe('PONG');
  redis.disconnect();
  await server.remove();
});

describe('a cluster', () => {
  let cluster: RedisCluster;
  let redis: RedisConnection;

  beforeAll(async () => {
    cluster = await startCluster();
    redis = connectRedis(cluster.url, { role: 'commands' });
    await redisReady(redis);
  });
  afterAll(async () => {
    redis.disconnect();
    await cluster.remove();
  });

  test('keys live on all of its nodes', async () => {
    const name = keys(`test-${randomUUID()}`);
    for (let number = 0; number < 30; number += 1) await redis.set(name.key('n', number), number);
    expect(await redis.get(name.key('n', 29))).toBe('29');
  });

  test('a killed node gives an error within two seconds and works again after its restart', async () => {
    const [victim] = cluster.servers;
    await victim?.kill();
    const name = keys(`test-${randomUUID()}`);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, number) => failure(redis.set(name.key(number), 1)).catch(() => undefined)),
    );
    const failures = results.filter((result) => result !== undefined);
    expect(failures.length).toBeGreaterThan(0);
    for (const { error, ms } of failures) {
      expect(ms).toBeLessThan(2_000);
      expect(lostDependency(error)).toBe('redis');
    }
    await victim?.start();
    await until('every slot takes writes again', async () => {
      const writes = Array.from({ length: 20 }, (_, number) => redis.set(name.key(number), 1));
      return (await Promise.allSettled(writes)).every(({ status }) => status === 'fulfilled');
    });
  });
});

test('names of keys start with the installation’s prefix', () => {
  expect(keys('shop').key('session', 'abc')).toBe('shop:session:abc');
});

describe('an encrypted connection', () => {
  let server: RedisServer;
  let front: Server;
  let url: string;
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-tls-'));
  const authority = path.join(folder, 'authority.pem');

  beforeAll(async () => {
    server = await RedisServer.start();
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
    writeFileSync(authority, cert);
    front = createServer({ key, cert }, (client) => {
      const behind = connect(server.port, '127.0.0.1');
      behind.on('error', () => client.destroy());
      client.on('error', () => behind.destroy());
      client.pipe(behind).pipe(client);
    });
    await new Promise<void>((done) => front.listen(0, '127.0.0.1', done));
    const address = front.address();
    url = `rediss://localhost:${typeof address === 'object' ? address?.port : ''}`;
  });
  afterAll(async () => {
    front.close();
    await server.remove();
    rmSync(folder, { recursive: true });
  });

  const ready = async (search: string): Promise<void> => {
    const redis = connectRedis(`${url}${search}`, { role: 'commands' });
    await redisReady(redis, 2_000).finally(() => redis.disconnect());
  };

  test('it refuses a certificate of an unknown authority', async () => {
    await expect(ready('')).rejects.toThrow('not ready');
  });

  test('it takes any certificate where it is only to encrypt, and one of the authority that is named', async () => {
    await expect(ready('?sslmode=require')).resolves.toBeUndefined();
    await expect(ready(`?sslrootcert=${authority}`)).resolves.toBeUndefined();
  });

  test('it keeps what the address says besides certificates', () => {
    expect(parseTls('rediss://a/2?family=6&sslmode=require')).toEqual({
      address: 'rediss://a/2?family=6',
      tls: { rejectUnauthorized: false },
    });
    expect(parseTls('redis://a/2')).toEqual({ address: 'redis://a/2', tls: undefined });
    expect(parseTls('rediss+cluster://a:1,b:2')).toEqual({ address: 'rediss+cluster://a:1,b:2', tls: {} });
  });
});

test('an address without a list of nodes is a single Redis', () => {
  expect(parseClusterUrl('redis://localhost:6379')).toBeUndefined();
});

test.each([
  {
    url: 'redis+cluster://10.0.0.1:7000,10.0.0.2:7001',
    nodes: [
      ['10.0.0.1', 7000],
      ['10.0.0.2', 7001],
    ],
  },
  {
    url: 'redis://a:1,b:2',
    nodes: [
      ['a', 1],
      ['b', 2],
    ],
  },
  { url: 'redis+cluster://one', nodes: [['one', 6379]] },
  {
    url: 'rediss+cluster://me:s%40fe@a:1,b:2',
    nodes: [
      ['a', 1],
      ['b', 2],
    ],
    options: { username: 'me', password: 's@fe' },
  },
  { url: 'redis+cluster://[::1]:7000', nodes: [['::1', 7000]] },
])('the cluster address $url is understood', ({ url, nodes, options = {} }) => {
  const parsed = parseClusterUrl(url);
  expect(parsed?.nodes.map(({ host, port }) => [host, port])).toEqual(nodes);
  expect(parsed?.options).toEqual(options);
});
