/** Stores mails as received, before they are interpreted. */
import type { FailedReason, IgnoredReason, InboundMail as ListedMail } from '@parley/contracts/channels/inbound-mail';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { InboundMailsTable } from '../tables/work.ts';

export type InboundMail = Selectable<InboundMailsTable>;

export interface NewInboundMail {
  /** Hash that is equal for a mail that arrives twice, see `mailIdentity`. */
  identityHash: string;
  source: ListedMail['source'];
  /** Mailbox that it came to; null for the first one. */
  mailboxId?: string | null | undefined;
  envelopeFrom: string | null;
  envelopeTo: string[];
  senderName: string | null;
  senderAddress: string | null;
  subject: string | null;
  raw: Buffer;
}

/** Stores a mail; undefined when it was stored before. */
export async function storeInboundMail(db: Database, mail: NewInboundMail): Promise<string | undefined> {
  const row = await db
    .insertInto('inboundMails')
    .values(mail)
    .onConflict((conflict) => conflict.column('identityHash').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Returns a mail as it was received, whatever became of it. */
export async function findInboundMail(db: Database, id: string): Promise<InboundMail | undefined> {
  return db.selectFrom('inboundMails').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns a mail of a mailbox by its subject, as the check of the mailbox made it up. */
export async function findReceivedMail(
  db: Database,
  mailboxId: string,
  subject: string,
): Promise<Pick<InboundMail, 'raw' | 'receivedAt'> | undefined> {
  return db
    .selectFrom('inboundMails')
    .select(['raw', 'receivedAt'])
    .where('mailboxId', '=', mailboxId)
    .where('subject', '=', subject)
    .where('receivedAt', '>', sql<Date>`now() - interval '10 minutes'`)
    .limit(1)
    .executeTakeFirst();
}

/** Returns mails that are not processed yet, oldest first. */
export async function unprocessedMailIds(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('inboundMails')
    .select('id')
    .where('status', '=', 'stored')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export type InboundResult =
  | { status: 'posted'; conversationId: string; messageSeq: number }
  /** Contains the conversation in which the team is notified. */
  | { status: 'ignored'; reason: IgnoredReason; conversationId?: string }
  | { status: 'failed'; reason: FailedReason };

/** Records what became of a mail, as processed now; a repeated attempt replaces it. */
export async function recordInboundResult(db: Database, id: string, result: InboundResult): Promise<void> {
  await db
    .updateTable('inboundMails')
    .set({ ...result, processedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

const listed = [
  'id',
  'receivedAt',
  'source',
  'envelopeFrom',
  'senderName',
  'senderAddress',
  'subject',
  'status',
  'reason',
  'conversationId',
] as const;

function toListed({ receivedAt, envelopeFrom, ...mail }: Pick<InboundMail, (typeof listed)[number]>): ListedMail {
  return { ...mail, senderAddress: mail.senderAddress ?? envelopeFrom, receivedAt: receivedAt.toISOString() };
}

/** Newest first, without their content. */
export async function listInboundMails(
  db: Database,
  { limit, before, status }: { limit: number; before?: string | undefined; status?: ListedMail['status'] | undefined },
): Promise<ListedMail[]> {
  let query = db.selectFrom('inboundMails').select(listed);
  if (status) query = query.where('status', '=', status);
  if (before) query = query.where('id', '<', before);
  const rows = await query.orderBy('id', 'desc').limit(limit).execute();
  return rows.map(toListed);
}

/** Takes a mail that was left aside or could not be read as if it had just come. Undefined for any other. */
export async function resetInboundMail(db: Database, id: string): Promise<ListedMail | undefined> {
  const row = await db
    .updateTable('inboundMails')
    .set({ status: 'stored', reason: null, processedAt: null, addedBy: null })
    .where('id', '=', id)
    .where('status', 'in', ['ignored', 'failed'])
    .returning(listed)
    .executeTakeFirst();
  return row && toListed(row);
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
