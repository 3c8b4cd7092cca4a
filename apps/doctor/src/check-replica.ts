/** The read replica, where there is one: it may be away, then the first database does its work. */
import { createDatabase, type Database } from '@parley/db/database';
import { flushPosition, replayPosition } from '@parley/db/read-replica';
import { sql } from 'kysely';
import { type Finding, reason } from './finding.ts';

const what = 'Read replica';
/** Replication lag in bytes of the log from which no read waits for the replica. */
const muchBehind = 16_000_000;

/** Whether it follows the first database, and how closely. */
export async function checkReplica(primaryUrl: string, replicaUrl: string): Promise<Finding> {
  const options = { max: 1, applicationName: 'parley-doctor', onConnectionError: () => undefined };
  const [primary, replica] = [createDatabase(primaryUrl, options), createDatabase(replicaUrl, options)];
  try {
    if (!(await isReplica(replica))) {
      const remedy = 'Point DATABASE_READ_URL to a standby of DATABASE_URL, or remove it.';
      return { what, state: 'broken', detail: 'It’s a separate database, not a standby.', remedy };
    }
    // In this order: what is written in between does not count as missing.
    const target = await flushPosition(primary);
    const behind = target - (await replayPosition(replica));
    if (behind > muchBehind) {
      const remedy = 'See pg_stat_replication on the primary. Until then the primary answers everything.';
      return { what, state: 'warning', detail: `It is ${Math.round(behind / 1e6)} MB of the log behind.`, remedy };
    }
    return { what, state: 'good', detail: 'follows closely' };
  } catch (error) {
    const remedy =
      'Until then the first database answers everything. Is the replica running, and DATABASE_READ_URL right?';
    return { what, state: 'warning', detail: `It does not answer: ${reason(error)}.`, remedy };
  } finally {
    await Promise.all([primary.destroy(), replica.destroy()]);
  }
}

async function isReplica(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isReplica: boolean }>`select pg_is_in_recovery() as is_replica`.execute(db);
  return rows[0]?.isReplica ?? false;
}
