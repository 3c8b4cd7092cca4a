/** A Postgres and a replica that follows it by streaming replication, for tests and benchmarks. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { Supervisor } from '../scripts/lib/supervisor.mjs';
import { startPostgres } from '../scripts/lib/postgres.mjs';

export interface ReplicatedPostgres {
  primaryUrl: string;
  replicaUrl: string;
  /** Lets the replica fall behind: it takes the log and does not do what it says, until `resumeReplay`. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  stopReplica(): Promise<void>;
  /** Starts the replica at its former address. */
  startReplica(): Promise<void>;
  close(): Promise<void>;
}

/** Both on free ports of this machine, in a folder that goes with them. What is written need not survive a power cut. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-replica-'));
  chmodSync(folder, 0o755);
  const [first, second] = [path.join(folder, 'primary'), path.join(folder, 'replica')];

  // Made and stopped, so that its copy is whole.
  const maker = new Supervisor();
  const url = new URL(await startPostgres(maker, first, { durable: false }));
  await maker.stop();
  appendFileSync(path.join(first, 'data/pg_hba.conf'), `host replication ${url.username} 127.0.0.1/32 scram-sha-256\n`);
  execFileSync('cp', ['-a', first, second]);
  const follow = `host=127.0.0.1 port=${url.port} user=${url.username} password=${url.password}`;
  writeFileSync(path.join(second, 'data/standby.signal'), '');
  appendFileSync(path.join(second, 'data/postgresql.auto.conf'), `primary_conninfo = '${follow}'\n`);

  const primary = new Supervisor();
  const primaryUrl = await startPostgres(primary, first, { durable: false, port: Number(url.port) });
  // Acknowledged writes are in the log, as in production.
  await ask(primaryUrl, `alter role ${url.username} set synchronous_commit = local`);
  let replica = new Supervisor();
  const replicaUrl = await startPostgres(replica, second, { durable: false });

  return {
    primaryUrl,
    replicaUrl,
    pauseReplay: () => ask(replicaUrl, 'select pg_wal_replay_pause()'),
    resumeReplay: () => ask(replicaUrl, 'select pg_wal_replay_resume()'),
    stopReplica: () => replica.stop(),
    async startReplica() {
      replica = new Supervisor();
      await startPostgres(replica, second, { durable: false, port: Number(new URL(replicaUrl).port) });
    },
    async close() {
      await replica.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ask(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
