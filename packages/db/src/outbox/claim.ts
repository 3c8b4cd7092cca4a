import type { OutboxEvent } from '@parley/contracts/events';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * The oldest events that have lain in the outbox for `olderThanSeconds`, locked until the transaction ends; what
 * another process has claimed is passed over.
 */
export async function claimOutboxEvents(
  db: Database,
  { olderThanSeconds, limit }: { olderThanSeconds: number; limit: number },
): Promise<OutboxEvent[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'payload'])
    .where('createdAt', '<', sql<Date>`now() - make_interval(secs => ${olderThanSeconds})`)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id, payload }) => ({ id, event: payload }));
}

/** Returns the number of waiting events and the age of the oldest in seconds. */
export async function outboxStats(db: Database): Promise<{ count: number; oldestSeconds: number }> {
  return db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(extract(epoch from now() - min(created_at)), 0)::float8`.as('oldestSeconds'))
    .executeTakeFirstOrThrow();
}
