/** Stores addresses that have unsubscribed from mail, in lower case. */
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { MailUnsubscribesTable } from '../tables/users.ts';

export type MailUnsubscribe = Selectable<MailUnsubscribesTable>;

/** Ends mails to an address; a second time changes nothing. */
export async function unsubscribe(db: Database, address: string): Promise<void> {
  await db
    .insertInto('mailUnsubscribes')
    .values({ address: address.toLowerCase() })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute();
}

/** Allows mails to an address again. Returns false when they were allowed before. */
export async function resubscribe(db: Database, address: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mailUnsubscribes')
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Since when the address gets no mail; null when it may. */
export async function unsubscribedAt(db: Database, address: string): Promise<Date | null> {
  const row = await db
    .selectFrom('mailUnsubscribes')
    .select('unsubscribedAt')
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst();
  return row?.unsubscribedAt ?? null;
}

/** Returns an address that has unsubscribed, by the id of its entry. */
export async function findUnsubscribe(db: Database, id: string): Promise<MailUnsubscribe | undefined> {
  return db.selectFrom('mailUnsubscribes').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Newest first; `before` is the id that the previous page ended with, `search` a part of the address. */
export async function listUnsubscribes(
  db: Database,
  { limit, before, search }: { limit: number; before?: string | undefined; search?: string | undefined },
): Promise<MailUnsubscribe[]> {
  let query = db.selectFrom('mailUnsubscribes').selectAll();
  if (before) query = query.where('id', '<', before);
  if (search) query = query.where(sql<boolean>`position(lower(${search}) in address) > 0`);
  return query.orderBy('id', 'desc').limit(limit).execute();
}
