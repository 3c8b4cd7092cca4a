/** Mails from outside, kept as they came before anybody tries to understand them. */
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { InboundMailsTable } from '../tables/work.ts';

export type InboundMail = Selectable<InboundMailsTable>;

export interface NewInboundMail {
  /** The same mail fetched twice has the same. */
  messageIdHash: string;
  source: 'imap' | 'smtp';
  envelopeFrom: string | null;
  envelopeTo: string[];
  raw: Buffer;
}

/** Stores a mail; undefined when it was stored before. */
export async function storeInboundMail(db: Database, mail: NewInboundMail): Promise<string | undefined> {
  const row = await db
    .insertInto('inboundMails')
    .values(mail)
    .onConflict((conflict) => conflict.column('messageIdHash').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function findInboundMail(db: Database, id: string): Promise<InboundMail | undefined> {
  return db.selectFrom('inboundMails').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Stored mails that nobody has processed for `olderThanSeconds`, oldest first. */
export async function unprocessedMailIds(db: Database, olderThanSeconds: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('inboundMails')
    .select('id')
    .where('status', '=', 'stored')
    .where('receivedAt', '<', sql<Date>`now() - make_interval(secs => ${olderThanSeconds})`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export type InboundResult =
  | { status: 'posted'; conversationId: string; messageSeq: number }
  | { status: 'ignored' | 'failed'; reason: string };

export async function recordInboundResult(db: Database, id: string, result: InboundResult): Promise<void> {
  await db
    .updateTable('inboundMails')
    .set({ ...result, processedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Forgets processed mails received before `before`. */
export async function deleteOldInboundMails(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('inboundMails')
    .where('receivedAt', '<', before)
    .where('status', '<>', 'stored')
    .executeTakeFirst();
  return Number(numDeletedRows);
}
