/** Redis servers of a test's own, to be killed, frozen and clustered without anybody else noticing. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../../../scripts/lib/ports.mjs';

export const redisUrl = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';

interface Program {
  command: string;
  env: NodeJS.ProcessEnv;
}

/** The program the shared test Redis runs, else the one on PATH. */
async function redisProgram(): Promise<Program> {
  const redis = new Redis(redisUrl);
  const info = await redis.info('server');
  redis.disconnect();
  const executable = /^executable:(.+)$/m.exec(info)?.[1]?.trim() ?? '';
  if (!existsSync(executable)) return { command: 'redis-server', env: process.env };
  // A server unpacked beside its libraries, not installed, has to be told where they are.
  const libraries = path.resolve(path.dirname(executable), '../lib');
  const folders = existsSync(libraries) ? readdirSync(libraries).filter((name) => name.endsWith('linux-gnu')) : [];
  const search = [libraries, ...folders.map((name) => path.join(libraries, name))].join(':');
  return { command: executable, env: { ...process.env, LD_LIBRARY_PATH: search } };
}

/** Waits until `condition` holds; fails after `timeoutMs` naming what was awaited. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 40_000,
): Promise<void> {
  for (const end = Date.now() + timeoutMs; !(await condition()); await pause(10)) {
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}`);
  }
}

export class RedisServer {
  readonly port: number;
  /** Port on which the nodes of a cluster talk to each other; undefined for a single Redis. */
  readonly busPort: number | undefined;
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'parley-redis-'));
  #process: ChildProcess | undefined;

  constructor(port: number, busPort?: number) {
    this.port = port;
    this.busPort = busPort;
  }

  static async start(clustered = false): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), clustered ? await freePort() : undefined);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const { command, env } = await redisProgram();
    const options = [
      '--port',
      `${this.port}`,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      this.#folder,
    ];
    if (this.busPort !== undefined) {
      options.push(
        '--cluster-port',
        `${this.busPort}`,
        '--cluster-enabled',
        'yes',
        '--cluster-node-timeout',
        '1000',
        '--cluster-require-full-coverage',
        'no',
      );
    }
    this.#process = spawn(command, options, { env, stdio: 'ignore' });
    await until(`Redis answers on ${this.port}`, () => this.answers());
  }

  async answers(): Promise<boolean> {
    const redis = new Redis(this.port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return (await redis.ping()) === 'PONG';
    } catch {
      return false;
    } finally {
      redis.disconnect();
    }
  }

  /** Sends a signal: SIGSTOP freezes it with its connections open. */
  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  /** Ends it without a word, as a power cut does. */
  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (!running || running.exitCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await gone;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export interface RedisCluster {
  url: string;
  servers: RedisServer[];
  remove(): Promise<void>;
}

/** Three masters that share the slots. */
export async function startCluster(): Promise<RedisCluster> {
  const servers = await Promise.all([RedisServer.start(true), RedisServer.start(true), RedisServer.start(true)]);
  const clients = servers.map((server) => new Redis(server.url));
  const [first, ...others] = clients;
  const slots = Math.ceil(16_384 / servers.length);
  for (const [index, client] of clients.entries()) {
    await client.call('CLUSTER', 'ADDSLOTSRANGE', index * slots, Math.min(16_383, (index + 1) * slots - 1));
    await client.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
  }
  for (const [index] of others.entries()) {
    const { port = 0, busPort = 0 } = servers[index + 1] ?? {};
    await first?.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort);
  }
  for (const client of clients) {
    await until('the cluster has formed', async () => {
      const info = String(await client.call('CLUSTER', 'INFO'));
      return (
        info.includes('cluster_state:ok') &&
        info.includes('cluster_known_nodes:3') &&
        info.includes('cluster_slots_ok:16384')
      );
    });
    client.disconnect();
  }
  return {
    url: `redis+cluster://${servers.map((server) => `127.0.0.1:${server.port}`).join(',')}`,
    servers,
    async remove() {
      await Promise.all(servers.map((server) => server.remove()));
    },
  };
}
