/** A Redis Cluster of three masters on this machine, for as long as a measurement takes. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Supervisor, stages } from '../../scripts/lib/supervisor.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { redisProgram } from '../../scripts/lib/redis-programs.mjs';

const masters = 3;
const slots = 16_384;
const patienceMs = 20_000;

export interface RedisCluster {
  /** Address in the form of `REDIS_URL`. */
  url: string;
  stop(): Promise<void>;
}

export async function startCluster(): Promise<RedisCluster> {
  const supervisor = new Supervisor();
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-cluster-'));
  const stop = async (): Promise<void> => {
    await supervisor.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const ports = await startMasters(supervisor, folder);
    await unite(ports);
    return { url: `redis+cluster://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startMasters(supervisor: Supervisor, folder: string): Promise<number[]> {
  const { command, libraries } = await redisProgram(supervisor);
  const env = libraries ? { ...process.env, LD_LIBRARY_PATH: libraries } : process.env;
  const ports: number[] = [];
  for (let index = 0; index < masters; index += 1) {
    // Masters also talk to each other, on the port plus 10,000.
    const port = await freePort();
    const home = path.join(folder, `${port}`);
    mkdirSync(home);
    const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', home, '--save', '', '--appendonly', 'no'];
    const options = { env, stdio: 'ignore', stage: stages.database } as const;
    supervisor.start(command, [...settings, '--cluster-enabled', 'yes'], options);
    ports.push(port);
  }
  return ports;
}

/** Shares the slots out and waits until every master knows of it. */
async function unite(ports: number[]): Promise<void> {
  const clients = ports.map((port) => {
    const client = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null });
    // Refused until the server listens.
    client.on('error', () => undefined);
    return client;
  });
  try {
    const share = Math.ceil(slots / masters);
    for (const [index, client] of clients.entries()) {
      await client.call('CLUSTER', 'ADDSLOTSRANGE', index * share, Math.min(slots, (index + 1) * share) - 1);
      await client.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
    }
    for (const port of ports.slice(1)) await clients[0]?.call('CLUSTER', 'MEET', '127.0.0.1', port);
    const deadline = Date.now() + patienceMs;
    const isWhole = async (client: Redis): Promise<boolean> => {
      const info = String(await client.call('CLUSTER', 'INFO'));
      return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${masters}`);
    };
    while (!(await Promise.all(clients.map(isWhole))).every(Boolean)) {
      if (Date.now() > deadline) throw new Error('The cluster did not form.');
      await sleep(50);
    }
  } finally {
    for (const client of clients) client.disconnect();
  }
}
