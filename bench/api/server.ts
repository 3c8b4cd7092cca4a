/** Starting and stopping the two servers that are measured. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/lib/ports.mjs';
import { processorSeconds } from '../processor-time.ts';

const house = path.resolve(import.meta.dirname, '../..');

export interface RunningServer {
  url: string;
  /** Resident memory in megabytes, now and the most ever. */
  memory(): { now: number; most: number };
  /** Returns the current memory of the processes that it has started. */
  childrenMemory(): number;
  /** Processor time used so far, in seconds. */
  processorSeconds(): number;
  stop(): Promise<void>;
}

/** Environment of our servers beside their database. */
export function environment(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    REDIS_URL: process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379',
    REDIS_PREFIX: `bench-${randomBytes(4).toString('hex')}`,
    APP_SECRET: randomBytes(32).toString('hex'),
    REGISTRATION: 'open',
    LOG_LEVEL: 'error',
  };
}

/** The API in one file, as its image runs it; `remove` takes it away again. */
export function bundledApi(): { file: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-bench-'));
  execFileSync(process.execPath, [path.join(house, 'deploy/images/bundle.mjs'), folder, 'api']);
  return { file: path.join(folder, 'api.js'), remove: () => rmSync(folder, { recursive: true }) };
}

/** Starts a server file of this repository, with options of Node's, and waits until it answers. */
export async function start(
  file: string,
  env: Record<string, string>,
  options: readonly string[] = [],
): Promise<RunningServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [...options, path.resolve(house, file)], {
    // The heap as in the images.
    env: { ...process.env, MALLOC_ARENA_MAX: '1', ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(url, child);
  return {
    url,
    memory() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
      return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
    },
    childrenMemory() {
      const task = `/proc/${child.pid}/task/${child.pid}/children`;
      return readFileSync(task, 'utf8')
        .split(' ')
        .filter(Boolean)
        .map((pid) => {
          try {
            return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
          } catch {
            // It has ended in between.
            return 0;
          }
        })
        .reduce((sum, each) => sum + each, 0);
    },
    processorSeconds: () => processorSeconds(child.pid),
    stop: () => ended(child),
  };
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) throw new Error('The server ended before it answered.');
    try {
      await fetch(url);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error('The server did not answer within 30 seconds.');
}

async function ended(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  child.kill('SIGTERM');
  await promise;
}
