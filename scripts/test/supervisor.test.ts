import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Supervisor } from '../lib/supervisor.mjs';
import { isAlive } from '../lib/stopping.mjs';

const { npm_lifecycle_event: _, ...env } = process.env;

/** Starts the starter; answers it with the ids of the processes that it started, once all of them run. */
async function starter(what: string, count: number, file = ''): Promise<{ process: ChildProcess; started: number[] }> {
  const script = path.join(import.meta.dirname, 'starter.mjs');
  const child = spawn(process.execPath, [script, what, file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const started: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const [, pid] of text.matchAll(/started (\d+)/g)) started.push(Number(pid));
    if (started.length === count) resolve();
  });
  await promise;
  return { process: child, started };
}

test('nothing is left after kill -9, not even a process that ignores being asked', async () => {
  const { process: killed, started } = await starter('stubborn', 2);
  expect(started.every(isAlive)).toBe(true);
  killed.kill('SIGKILL');
  await expect.poll(() => started.filter(isAlive)).toEqual([]);
});

test('asked to stop, services end before databases, and the command ends well', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-supervisor-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'order');
  const { process: asked, started } = await starter('polite', 2, file);
  asked.kill('SIGINT');
  const [code] = await once(asked, 'exit');
  expect(code).toBe(0);
  expect(fs.readFileSync(file, 'utf8')).toBe('service database ');
  expect(started.filter(isAlive)).toEqual([]);
});

test('asked twice, it no longer waits for a service that does not end', async () => {
  const { process: asked, started } = await starter('stubborn', 2);
  const began = Date.now();
  asked.kill('SIGINT');
  asked.kill('SIGTERM');
  await once(asked, 'exit');
  expect(Date.now() - began).toBeLessThan(5000);
  // Processes started by the service were killed with it, but not waited for.
  await expect.poll(() => started.filter(isAlive)).toEqual([]);
});

test('each process has its own time to stop in, and is killed when that is over and no sooner', async () => {
  const supervisor = new Supervisor();
  const started = async (onStop: string, graceMilliseconds: number) => {
    const code = `process.on('SIGTERM', () => ${onStop}); setInterval(() => {}, 1000); console.log('up')`;
    const kept = supervisor.start(process.execPath, ['-e', code], {
      graceMilliseconds,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(kept.child.stdout!, 'data');
    return kept;
  };
  const [slow, stubborn] = await Promise.all([
    started('setTimeout(() => process.exit(7), 1500)', 20_000),
    started('{}', 200),
  ]);
  await supervisor.stop();
  expect([await slow.ended, await stubborn.ended]).toEqual([7, 'SIGKILL']);
});
