/** Processes that are killed with -9 and started again at the same address. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Supervisor } from '../../scripts/lib/supervisor.mjs';
import { crashPostgres, startPostgres } from '../../scripts/lib/postgres.mjs';
import type { RedisProgram } from '../../scripts/lib/redis-programs.mjs';
import { freePort, type Service, startService, until } from '../process.ts';

export interface ProcessUnderTest {
  readonly name: string;
  readonly url: string;
  readonly kills: number;
  /** Kills it at once, waits, and starts it again; does nothing while that is under way. */
  killAndRestart(pauseMs: number): Promise<void>;
  /** Ends it for good. */
  end(): Promise<void>;
}

interface Life {
  /** Address, unchanged over restarts. */
  url: string;
  kill(): Promise<void>;
}

async function underTest(name: string, begin: () => Promise<Life>): Promise<ProcessUnderTest> {
  let life = await begin();
  let kills = 0;
  let underWay: Promise<void> | undefined;
  async function again(pauseMs: number): Promise<void> {
    await life.kill();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    life = await begin();
  }
  return {
    name,
    url: life.url,
    get kills() {
      return kills;
    },
    async killAndRestart(pauseMs) {
      if (underWay) return;
      kills += 1;
      underWay = again(pauseMs);
      await underWay;
      underWay = undefined;
    },
    async end() {
      await underWay?.catch(() => undefined);
      await life.kill();
    },
  };
}

/** A service of ours. It counts as started when it listens, ready or not: what it needs may be away just then. */
export async function startServiceUnderTest(
  name: string,
  folder: string,
  env: Record<string, string>,
): Promise<ProcessUnderTest> {
  const port = await freePort();
  return underTest(name, async () => {
    let service: Service | undefined;
    for (let attempt = 0; !service; attempt += 1) {
      try {
        service = await startService(name, folder, port, env);
      } catch (error) {
        if (attempt === 2) throw error;
      }
    }
    const started = service;
    return { url: started.url, kill: () => started.stop('SIGKILL') };
  });
}

/** A Redis that writes down what it acknowledges, in `folder`. */
export async function startRedisUnderTest(
  { command, libraries }: RedisProgram,
  folder: string,
): Promise<ProcessUnderTest> {
  const port = await freePort();
  const env = libraries ? { ...process.env, LD_LIBRARY_PATH: libraries } : process.env;
  return underTest('redis', async () => {
    const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--save', ''];
    const child: ChildProcess = spawn(command, settings, { stdio: 'ignore', env });
    await until(() => listens(port), 'redis to listen');
    return {
      url: `redis://127.0.0.1:${port}`,
      async kill() {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      },
    };
  });
}

/** A Postgres of our own, in `folder`, that waits for the disk. It crashes rather than stops. */
export async function startPostgresUnderTest(supervisor: Supervisor, folder: string): Promise<ProcessUnderTest> {
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  return underTest('postgres', async () => ({
    url: await startPostgres(supervisor, folder, { durable: true, port }),
    kill: () => crashPostgres(folder),
  }));
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
