/** The emails that messages arrived by, whole and safe to be shown. */
import type { MessageEmail as EmailFlags } from '@parley/contracts/entities';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { MessageEmailsTable } from '../tables/conversations.ts';

export type MessageEmail = Selectable<MessageEmailsTable>;

/** An email that is stored together with its message. */
export type NewMessageEmail = Required<Omit<Insertable<MessageEmailsTable>, 'conversationId' | 'seq' | 'createdAt'>> & {
  /** Whether the folded lines are only a signature. */
  isSignature?: boolean;
  /** Whether the HTML has more than text. */
  isRich?: boolean;
};

/** Returns the flags that the message contains about its email. */
export const flagsOf = ({
  foldedFrom,
  html,
  isSignature = false,
  isRich = false,
}: Pick<NewMessageEmail, 'foldedFrom' | 'html' | 'isSignature' | 'isRich'>): EmailFlags => ({
  hasQuotedText: foldedFrom !== null,
  hasHtml: html !== null,
  ...(isSignature && { isSignature }),
  ...(isRich && { isRich }),
});

/** Returns the whole email that a message was made from; undefined for messages of other channels. */
export async function findMessageEmail(
  db: Database,
  conversationId: string,
  seq: number,
): Promise<MessageEmail | undefined> {
  return db
    .selectFrom('messageEmails')
    .selectAll()
    .where('conversationId', '=', conversationId)
    .where('seq', '=', seq)
    .executeTakeFirst();
}

/** Maximum number of bytes of a raw mail that are shown. */
export const sourceMaxBytes = 256 * 1024;

/** Returns the beginning of the mail that became a message, as it came, and its size; undefined once it is deleted. */
export async function findMailSource(
  db: Database,
  conversationId: string,
  seq: number,
): Promise<{ head: Buffer; size: number } | undefined> {
  const { rows } = await sql<{ head: Buffer; size: number }>`
    select substring(raw for ${sourceMaxBytes}::integer) as head, octet_length(raw) as size
    from inbound_mails
    where conversation_id = ${conversationId}::uuid and message_seq = ${seq}::integer and status = 'posted'
    order by id limit 1
  `.execute(db);
  return rows[0];
}

/** Returns the mail that became a message, as it came; undefined once it is deleted. */
export async function findRawMail(db: Database, conversationId: string, seq: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ raw: Buffer }>`
    select raw from inbound_mails
    where conversation_id = ${conversationId}::uuid and message_seq = ${seq}::integer and status = 'posted'
    order by id limit 1
  `.execute(db);
  return rows[0]?.raw;
}

/** Returns the address that a message's email came from, in lower case; null if it named none. */
export async function senderOfEmail(db: Database, conversationId: string, seq: number): Promise<string | null> {
  const row = await db
    .selectFrom('mailMessages')
    .select('address')
    .where('conversationId', '=', conversationId)
    .where('seq', '=', seq)
    .where('direction', '=', 'in')
    .limit(1)
    .executeTakeFirst();
  return row?.address?.toLowerCase() ?? null;
}

/**
 * Copies the emails of copied messages from another installation that this one lacks. `copied_seq` contains each
 * message's seq there.
 */
export async function copyMessageEmails(source: Database, target: Database, conversationId: string): Promise<void> {
  const { rows: known } = await sql<{ exists: boolean }>`
    select to_regclass('message_emails') is not null as exists
  `.execute(source);
  // The installation is older than stored emails.
  if (!known[0]?.exists) return;
  const { rows: lacking } = await sql<{ copiedSeq: number }>`
    select copied_seq from messages
    where conversation_id = ${conversationId} and copied_seq is not null and email is not null and removed_at is null
      and not exists (select from message_emails stored
        where stored.conversation_id = messages.conversation_id and stored.seq = messages.seq)
    order by copied_seq
  `.execute(target);
  for (let at = 0; at < lacking.length; at += emailsAtOnce) {
    const seqs = lacking.slice(at, at + emailsAtOnce).map(({ copiedSeq }) => copiedSeq);
    const { rows } = await sql<{ email: object }>`
      select to_jsonb(message_emails) as email from message_emails
      where conversation_id = ${conversationId} and seq = any(${seqs}::integer[])
    `.execute(source);
    await sql`
      insert into message_emails (conversation_id, seq, text, folded_from, folded_until, html, has_remote_pictures,
        tracking_pixels, is_cut, created_at)
      select messages.conversation_id, messages.seq, given.text, given.folded_from, given.folded_until, given.html,
        given.has_remote_pictures, coalesce(given.tracking_pixels, 0), given.is_cut, given.created_at
      from jsonb_populate_recordset(null::message_emails, ${JSON.stringify(rows.map(({ email }) => email))}::jsonb) as given
      join messages on messages.conversation_id = given.conversation_id and messages.copied_seq = given.seq
      on conflict do nothing
    `.execute(target);
  }
}

/** An email takes up to a few megabytes. */
const emailsAtOnce = 10;
