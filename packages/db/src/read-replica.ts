/**
 * Reads that a replica may answer: a Postgres that follows the first one by streaming replication. A replica is behind
 * by some milliseconds. So each read asks the first one how far its log has come, and waits until the replica has come
 * as far: nothing that was committed before a read began, by whomever, is missing from its answer.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@parley/contracts/problems';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { type Database, isPassingFailure } from './database.ts';

/** Runs what only reads, on the replica where there is one that has caught up, else on the first database. */
export interface ReadRouter {
  /**
   * The answer holds whatever was committed before the call. A query that the replica fails is run again on the first
   * database: it may run twice, and must not write.
   */
  run<T>(query: (db: Database) => Promise<T>): Promise<T>;
  /** Reads so far, by who answered them. */
  readonly answered: { replica: number; primary: number };
  close(): Promise<void>;
}

export interface ReplicaOptions {
  /** Told when the replica fails or falls behind, once until it is used again. */
  onUnusable?: (reason: unknown) => void;
}

/** Milliseconds that a read waits for the replica to catch up. */
const patienceMs = 50;
const lookEveryMs = 2;
/** Milliseconds for which a replica is not used after it failed or fell behind. */
const skipMs = 2_000;

/** Without a replica everything is read from the first database. */
export function primaryOnly(primary: Database): ReadRouter {
  const answered = { replica: 0, primary: 0 };
  return {
    answered,
    run(query) {
      answered.primary += 1;
      return query(primary);
    },
    close: async () => undefined,
  };
}

/** Routes reads to the replica unless it lags or fails; then they go to the primary. */
export function routeReads(primary: Database, replica: Database, { onUnusable }: ReplicaOptions = {}): ReadRouter {
  const answered = { replica: 0, primary: 0 };
  /** How far the replica had come when it was last asked, in bytes of the log. */
  let replayed = 0;
  let skippedUntil = 0;
  let isReported = false;
  /** Current check of the replica, shared by all callers that wait for it. */
  let look: Promise<void> | undefined;

  const rest = (reason: unknown): void => {
    skippedUntil = performance.now() + skipMs;
    if (!isReported) onUnusable?.(reason);
    isReported = true;
  };

  const lookAgain = async (): Promise<void> => {
    await sleep(lookEveryMs);
    replayed = Math.max(replayed, await replayPosition(replica));
  };

  async function hasCaughtUp(): Promise<boolean> {
    if (performance.now() < skippedUntil) return false;
    const target = await flushPosition(primary);
    const until = performance.now() + patienceMs;
    while (replayed < target) {
      if (performance.now() > until) {
        rest(new Error(`The replica is ${target - replayed} bytes of the log behind.`));
        return false;
      }
      look ??= lookAgain().finally(() => (look = undefined));
      // A replica that doesn't answer at all is not used either.
      const answers = await Promise.race([look.then(() => true), sleep(patienceMs * 2, false)]).catch(rest);
      if (!answers) {
        rest(new Error('The replica does not answer.'));
        return false;
      }
    }
    isReported = false;
    return true;
  }

  return {
    answered,
    async run(query) {
      if (await hasCaughtUp()) {
        try {
          const answer = await query(replica);
          answered.replica += 1;
          return answer;
        } catch (error) {
          if (!isOfTheReplica(error)) throw error;
          rest(error);
        }
      }
      answered.primary += 1;
      return query(primary);
    },
    close: () => replica.destroy(),
  };
}

const statementTimedOut = '57014';

/** Returns true if the primary may succeed: the replica is unreachable, or cancelled the query to replay the log. */
const isOfTheReplica = (error: unknown): boolean =>
  error instanceof DatabaseError
    ? isPassingFailure(error) && error.code !== statementTimedOut
    : !(error instanceof Problem);

/**
 * Returns the position up to which the log is flushed, in bytes since its beginning: every acknowledged commit is
 * before it.
 */
export async function flushPosition(primary: Database): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select pg_current_wal_flush_lsn() - '0/0'::pg_lsn as position`.execute(primary);
  return rows[0]?.position ?? 0;
}

/** Returns the position in the log up to which a replica has replayed it. */
export async function replayPosition(replica: Database): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select coalesce(pg_last_wal_replay_lsn() - '0/0'::pg_lsn, 0) as position`.execute(replica);
  return rows[0]?.position ?? 0;
}
