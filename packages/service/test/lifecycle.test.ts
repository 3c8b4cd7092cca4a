import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { until } from './redis-server.ts';

const environment = {
  PATH: process.env.PATH ?? '',
  DATABASE_URL: 'postgres://parley:hunter2@localhost/parley',
  REDIS_URL: 'redis://localhost:6379',
  APP_SECRET: 'x'.repeat(40),
  SHUTDOWN_SECONDS: '1',
};

class Life {
  readonly process;
  readonly ended: Promise<number | null>;
  out = '';
  err = '';

  constructor(overrides: Record<string, string> = {}) {
    const file = fileURLToPath(new URL('fixtures/service.ts', import.meta.url));
    this.process = spawn(process.execPath, [file], { env: { ...environment, ...overrides } });
    this.process.stdout.on('data', (chunk) => {
      this.out += chunk;
    });
    this.process.stderr.on('data', (chunk) => {
      this.err += chunk;
    });
    this.ended = new Promise((resolve) => this.process.once('close', resolve));
  }

  get lines(): { level: string; msg: string; err?: { message: string }; draining?: boolean }[] {
    return this.out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }

  get messages(): string[] {
    return this.lines.map(({ msg }) => msg);
  }

  async started(): Promise<this> {
    await until('the service has started', () => this.messages.includes('started'));
    return this;
  }
}

test.each(['SIGTERM', 'SIGINT'] as const)('%s stops everything in reverse order and ends with 0', async (signal) => {
  const life = await new Life().started();
  life.process.kill(signal);
  expect(await life.ended).toBe(0);
  expect(life.messages).toEqual(['started', 'stopping', 'third stopped', 'second stopped', 'first stopped', 'stopped']);
  expect(life.lines.find(({ msg }) => msg === 'first stopped')?.draining).toBe(true);
});

test('a service with DRAIN_SECONDS works on before it stops, and reports that it is leaving', async () => {
  const life = await new Life({ DRAIN_SECONDS: '1' }).started();
  const signalled = performance.now();
  life.process.kill('SIGTERM');
  await until('it is stopping', () => life.messages.includes('stopping'));
  await until('the first thing is stopped', () => life.messages.includes('third stopped'));
  expect(performance.now() - signalled).toBeGreaterThan(990);
  expect(await life.ended).toBe(0);
});

test('further signals while stopping change nothing', async () => {
  const life = await new Life({ SCENE: 'slow stop' }).started();
  life.process.kill('SIGTERM');
  await until('it is stopping', () => life.messages.includes('stopping'));
  life.process.kill('SIGINT');
  life.process.kill('SIGTERM');
  expect(await life.ended).toBe(0);
  expect(life.messages.filter((message) => message === 'third stopped')).toHaveLength(1);
  expect(life.messages).toContain('first stopped');
});

test('a failing stop hook is logged and the rest is stopped', async () => {
  const life = await new Life({ SCENE: 'failing stop' }).started();
  life.process.kill('SIGTERM');
  expect(await life.ended).toBe(0);
  expect(life.messages.slice(2)).toEqual(['third stopped', 'could not stop second', 'first stopped', 'stopped']);
});

test('a stop hook that hangs is ended at the deadline with 1, and named', async () => {
  const life = await new Life({ SCENE: 'hanging stop' }).started();
  life.process.kill('SIGTERM');
  expect(await life.ended).toBe(1);
  expect(life.lines.at(-1)).toMatchObject({ msg: 'stopping took too long', stopping: 'second' });
});

test('a start that fails is logged, what was started is stopped, and the process ends with 1', async () => {
  const life = new Life({ SCENE: 'failing start' });
  expect(await life.ended).toBe(1);
  expect(life.messages).toEqual(['could not start', 'second stopped', 'first stopped', 'stopped']);
  expect(life.lines[0]?.err?.message).toBe('no database');
});

test.each([
  ['unhandled rejection', 'forgotten'],
  ['uncaught exception', 'out of the blue'],
])('an %s is logged and ends the process with 1', async (scene, message) => {
  const life = new Life({ SCENE: scene });
  expect(await life.ended).toBe(1);
  expect(life.lines.at(-1)).toMatchObject({ level: 'fatal', msg: scene, err: { message } });
});

test('a wrong configuration is printed as plain text, whole, without secrets, and ends with 1', async () => {
  const life = new Life({ PORT: 'x', REDIS_URL: '', DATABASE_URL: 'mysql://me:hunter2@db' });
  expect(await life.ended).toBe(1);
  expect(life.out).toBe('');
  expect(life.err).toMatch(/^3 settings are wrong\. Set in the environment:\n {2}PORT is “x”/);
  expect(life.err).toContain('REDIS_URL is missing');
  expect(life.err).not.toContain('hunter2');
  expect(life.err).not.toContain(' at ');
});

test('metrics are served while the service runs when METRICS_PORT is given', async () => {
  const port = await freePort();
  const life = await new Life({ METRICS_PORT: `${port}` }).started();
  expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('service="example"');
  life.process.kill('SIGTERM');
  expect(await life.ended).toBe(0);
});
