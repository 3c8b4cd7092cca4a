import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { eventLoopCheck, health, type HealthOptions, readiness } from '../src/health.ts';

async function app(options: HealthOptions) {
  const built = fastify();
  await built.register(health, options);
  return built;
}

test('a process that does anything is alive, whatever it depends on', async () => {
  const answer = await (await app({ checks: { database: () => Promise.reject(new Error('x')) } })).inject('/healthz');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ status: 'ok' });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('a service with all dependencies is ready', async () => {
  const answer = await (await app({ checks: { database: async () => 1, redis: () => undefined } })).inject('/readyz');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ status: 'ready', checks: { database: 'ok', redis: 'ok' } });
});

test('a failed or slow check answers 503 with which one it is, and nothing of why', async () => {
  const built = await app({
    checks: {
      database: () => Promise.reject(new Error('password hunter2 refused by 10.0.0.7')),
      redis: () => new Promise(() => undefined),
      disk() {
        throw new Error('hunter2');
      },
      queue: () => true,
    },
    timeoutMs: 50,
  });
  const answer = await built.inject('/readyz');
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toEqual({
    status: 'unavailable',
    checks: { database: 'failed', redis: 'timeout', disk: 'failed', queue: 'ok' },
  });
  expect(answer.body).not.toContain('hunter2');
});

test('a failed check of what the process can do without degrades it, and it goes on getting work', async () => {
  const partial = { files: () => Promise.reject(new Error('The disk is full.')) };
  const answer = await (await app({ checks: { database: () => 1 }, partial })).inject('/readyz');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ status: 'degraded', checks: { database: 'ok', files: 'failed' } });
  const away = await (await app({ checks: { database: () => Promise.reject(new Error('x')) }, partial })).inject(
    '/readyz',
  );
  expect([away.statusCode, away.json().status]).toEqual([503, 'unavailable']);
});

test('a dependency that comes back makes the process ready again without a restart', async () => {
  let works = false;
  const built = await app({ checks: { database: () => (works ? 1 : Promise.reject(new Error('x'))) } });
  expect((await built.inject('/readyz')).statusCode).toBe(503);
  works = true;
  await expect.poll(async () => (await built.inject('/readyz')).statusCode).toBe(200);
});

test('a stopping service asks for no more work at once, yet is alive', async () => {
  let draining = false;
  const built = await app({ checks: {}, isDraining: () => draining });
  expect((await built.inject('/readyz')).statusCode).toBe(200);
  draining = true;
  const answer = await built.inject('/readyz');
  expect(answer.statusCode).toBe(503);
  expect(answer.json().status).toBe('draining');
  expect((await built.inject('/healthz')).statusCode).toBe(200);
});

test('asking a hundred times at once checks once', async () => {
  let checks = 0;
  const built = await app({
    checks: {
      database() {
        checks += 1;
      },
    },
  });
  await Promise.all(Array.from({ length: 100 }, () => built.inject('/readyz')));
  expect(checks).toBe(1);
});

test('readiness can be asked without a server', async () => {
  expect(await readiness({ checks: { redis: () => 'PONG' } })).toEqual({
    ready: true,
    degraded: false,
    checks: { redis: 'ok' },
  });
});

test('a process that does not get to its event loop is not ready until it does again', async () => {
  let now = 0;
  const { check, stop } = eventLoopCheck(() => now);
  onTestFinished(stop);
  const isReadyAfter = async (ms: number): Promise<boolean> => {
    now += ms;
    return (await readiness({ checks: { eventLoop: check } })).ready;
  };
  expect(await isReadyAfter(250)).toBe(true);
  // A single stall may be a garbage collection.
  expect(await isReadyAfter(2_500)).toBe(true);
  expect(await isReadyAfter(2_500)).toBe(false);
  for (let turn = 0; turn < 40; turn += 1) await isReadyAfter(250);
  expect(await isReadyAfter(250)).toBe(true);
});
