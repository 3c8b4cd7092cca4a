import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DependencyUnavailable } from '../src/errors.ts';
import { createRateLimiter, type RateLimiter } from '../src/rate-limit.ts';
import { connectRedis, type RedisConnection } from '../src/redis.ts';
import { RedisServer, redisUrl, startCluster } from './redis-server.ts';

const prefix = `test-${randomUUID()}`;
let redis: RedisConnection;
let limiter: RateLimiter;

beforeAll(() => {
  redis = connectRedis(redisUrl, { role: 'commands' });
  limiter = createRateLimiter(redis, prefix);
});
afterAll(() => redis.disconnect());

/** A limit that nothing else counts against. */
const fresh = (rate: { max: number; perSeconds: number; burst?: number }) => ({
  name: 'test',
  key: randomUUID(),
  ...rate,
});

test('as many calls as allowed pass, and the next is told when to come back', async () => {
  const request = fresh({ max: 10, perSeconds: 900 });
  for (let left = 9; left >= 0; left -= 1) {
    expect(await limiter.limit(request)).toMatchObject({
      allowed: true,
      limit: 10,
      remaining: left,
      retryAfterSeconds: 0,
    });
  }
  expect(await limiter.limit(request)).toEqual({
    allowed: false,
    limit: 10,
    remaining: 0,
    resetSeconds: 900,
    retryAfterSeconds: 90,
  });
});

test('parallel calls never get more than allowed', async () => {
  const request = fresh({ max: 10, perSeconds: 900 });
  const results = await Promise.all(Array.from({ length: 100 }, () => limiter.limit(request)));
  expect(results.filter(({ allowed }) => allowed)).toHaveLength(10);
});

test('a refused call never lengthens the wait', async () => {
  const request = fresh({ max: 1, perSeconds: 1 });
  await limiter.limit(request);
  const start = performance.now();
  let refusals = 0;
  while (!(await limiter.limit(request)).allowed) {
    refusals += 1;
    await pause(10);
  }
  expect(refusals).toBeGreaterThan(10);
  expect(performance.now() - start).toBeLessThan(1_500);
});

test('calls come back one by one as time passes', async () => {
  const request = fresh({ max: 20, perSeconds: 20, burst: 2 });
  expect((await limiter.limit({ ...request, cost: 2 })).remaining).toBe(0);
  expect((await limiter.limit(request)).allowed).toBe(false);
  await pause(1_050);
  expect((await limiter.limit(request)).allowed).toBe(true);
  expect((await limiter.limit(request)).allowed).toBe(false);
});

test('a call of no cost tells how things stand and counts nothing', async () => {
  const request = fresh({ max: 2, perSeconds: 60 });
  for (let round = 0; round < 5; round += 1) {
    expect(await limiter.limit({ ...request, cost: 0 })).toMatchObject({
      allowed: true,
      remaining: 2,
      resetSeconds: 0,
    });
  }
  await limiter.limit(request);
  await limiter.limit(request);
  expect(await limiter.limit(request)).toMatchObject({ allowed: false, remaining: 0, retryAfterSeconds: 30 });
});

test('a returned token can be used again, and never more than there were', async () => {
  const request = fresh({ max: 3, perSeconds: 60 });
  await limiter.limit(request);
  await limiter.limit(request);
  await limiter.refund(request);
  expect((await limiter.limit({ ...request, cost: 0 })).remaining).toBe(2);
  for (let round = 0; round < 10; round += 1) await limiter.refund(request);
  expect((await limiter.limit({ ...request, cost: 0 })).remaining).toBe(3);
});

test('counting only failures holds against parallel attempts: count first, give back after a success', async () => {
  const request = fresh({ max: 10, perSeconds: 900 });
  const attempt = async (succeeds: boolean): Promise<boolean> => {
    if (!(await limiter.limit(request)).allowed) return false;
    if (succeeds) await limiter.refund(request);
    return true;
  };
  for (let round = 0; round < 30; round += 1) expect(await attempt(true)).toBe(true);
  const failures = await Promise.all(Array.from({ length: 30 }, () => attempt(false)));
  expect(failures.filter(Boolean)).toHaveLength(10);
});

test('a flood of one key affects neither other keys nor other limits', async () => {
  const request = fresh({ max: 1, perSeconds: 60 });
  await limiter.limit(request);
  expect((await limiter.limit(request)).allowed).toBe(false);
  expect((await limiter.limit({ ...request, key: 'another' })).allowed).toBe(true);
  expect((await limiter.limit({ ...request, name: 'something_else' })).allowed).toBe(true);
});

test('keys start with the prefix, show nobody’s address, and vanish by themselves', async () => {
  const own = `test-${randomUUID()}`;
  await createRateLimiter(redis, own).limit({ name: 'failed_login', key: 'ada@example.com', max: 1, perSeconds: 30 });
  const [key = '', ...others] = await redis.keys(`${own}*`);
  expect(others).toEqual([]);
  expect(key).toMatch(new RegExp(`^${own}:limit:failed_login:[\\w-]{22}$`));
  expect(await redis.pttl(key)).toBeLessThanOrEqual(30_000);
});

test('a call that costs more than could ever be there is a mistake of ours', async () => {
  await expect(limiter.limit({ ...fresh({ max: 3, perSeconds: 1 }), cost: 4 })).rejects.toBeInstanceOf(RangeError);
});

describe('elsewhere', () => {
  test('nothing passes without Redis', async () => {
    const server = await RedisServer.start();
    const own = connectRedis(server.url, { role: 'commands' });
    const request = fresh({ max: 5, perSeconds: 60 });
    expect((await createRateLimiter(own, 'test').limit(request)).allowed).toBe(true);
    await server.kill();
    await expect(createRateLimiter(own, 'test').limit(request)).rejects.toBeInstanceOf(DependencyUnavailable);
    await expect(createRateLimiter(own, 'test').take(request)).rejects.toBeInstanceOf(DependencyUnavailable);
    // A restarted Redis has forgotten the script, which must not be noticed.
    await server.start();
    await expect
      .poll(() =>
        createRateLimiter(own, 'test')
          .limit(request)
          .catch(() => null),
      )
      .toMatchObject({ allowed: true });
    own.disconnect();
    await server.remove();
  });

  test('limits hold on a cluster', async () => {
    const cluster = await startCluster();
    const own = connectRedis(cluster.url, { role: 'commands' });
    await expect.poll(() => own.ping().catch(() => '')).toBe('PONG');
    for (let number = 0; number < 10; number += 1) {
      const request = fresh({ max: 1, perSeconds: 60 });
      expect((await createRateLimiter(own, 'test').limit(request)).allowed).toBe(true);
      expect((await createRateLimiter(own, 'test').limit(request)).allowed).toBe(false);
    }
    own.disconnect();
    await cluster.remove();
  });
});
