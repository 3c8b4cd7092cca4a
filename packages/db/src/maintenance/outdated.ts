/** Removes outdated records in batches, so that no other transaction waits long. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Removes up to `limit` records created before `before`, whatever their state. Returns their number. */
export async function deleteMadeBefore(
  db: Database,
  table: 'aiRuns' | 'aiAnswers' | 'deliveries',
  before: Date,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('id', 'in', (eb) => eb.selectFrom(table).select('id').where('createdAt', '<', before).limit(limit))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Times that decide which visitors are deleted. */
export interface Forgettable {
  /** Deletes visitors without an address that were not seen since. */
  anonymousBefore: Date;
  /** Deletes visitors with an address that were not seen since; null keeps them. */
  namedBefore: Date | null;
}

/**
 * Visitors without any conversation, in the order of their ids, from after `afterId` on.
 */
export async function visitorsToForget(
  db: Database,
  { anonymousBefore, namedBefore }: Forgettable,
  afterId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from visitors
    where id > ${afterId}::uuid
      and greatest(coalesce(last_seen_at, created_at), imported_at)
        < case when email is null then ${anonymousBefore}::timestamptz else ${namedBefore}::timestamptz end
      and not exists (select from conversations where conversations.visitor_id = visitors.id)
    order by id limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes those of the visitors that still have no conversation. Returns their number. */
export async function deleteVisitorsWithoutConversation(db: Database, ids: readonly string[]): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    // Opening a conversation locks the visitor: wait for the locks, and check again afterwards.
    await sql`select from visitors where id = any(${ids}::uuid[]) order by id for update`.execute(transaction);
    const { numAffectedRows } = await sql`
      delete from visitors where id = any(${ids}::uuid[])
        and not exists (select from conversations where conversations.visitor_id = visitors.id)
    `.execute(transaction);
    return Number(numAffectedRows ?? 0);
  });
}
