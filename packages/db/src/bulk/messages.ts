/** Stores bulk messages, and what became of each of their contacts. */
import type { BulkMessage, BulkRecipient } from '@parley/contracts/conversations/bulk-messages';
import { mailStates } from '@parley/contracts/channels/mail-states';
import type { Attachment, AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { LocalizedText } from '@parley/contracts/i18n/server-texts';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import { attachmentsNamed } from '../files/entity.ts';
import { holdFiles, LacksFiles, releaseFiles } from '../files/waiting.ts';
import type { BulkMessagesTable, BulkRecipientsTable } from '../tables/bulk-messages.ts';

export type StoredBulkMessage = Selectable<BulkMessagesTable>;

export interface BulkDraft
  extends Pick<
    Insertable<BulkMessagesTable>,
    | 'clientId'
    | 'authorId'
    | 'keyId'
    | 'channel'
    | 'mailboxId'
    | 'assignedRepresentativeId'
    | 'teamId'
    | 'tagIds'
    | 'subject'
    | 'content'
    | 'markdown'
    | 'closes'
  > {
  attachments: AttachmentInputs;
  /** Seconds until it is sent, by the database's clock. */
  delaySeconds: number;
}

export interface NewRecipient extends Pick<BulkRecipientsTable, 'channel'> {
  contactId: string;
  /** Why it is left out; undefined for a contact to write to. */
  leftOut?: Reason | undefined;
}

export interface Reason {
  reason: string;
  localized?: LocalizedText | undefined;
}

/**
 * Stores a bulk message with its contacts and files. Undefined if its author has made one under this id before.
 *
 * @throws LacksFiles
 */
export async function insertBulkMessage(
  transaction: Transaction,
  { delaySeconds, attachments, ...draft }: BulkDraft,
  recipients: readonly NewRecipient[],
): Promise<string | undefined> {
  const made = await transaction
    .insertInto('bulkMessages')
    .values({
      ...draft,
      attachmentIds: attachments.length > 0 ? attachments.map(({ id }) => id) : null,
      sendAt: sql<Date>`now() + make_interval(secs => ${delaySeconds})`,
    })
    .onConflict((conflict) => conflict.columns(['authorId', 'clientId']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return undefined;
  if (!(await holdFiles(transaction, { bulkMessageId: made.id }, draft.authorId, attachments))) throw new LacksFiles();
  const rows = recipients.map(({ contactId, channel, leftOut }, index) => ({
    bulkMessageId: made.id,
    n: index + 1,
    // A contact may have been erased or merged since it was read.
    contactId: sql<string | null>`(select id from contacts where id = ${contactId}::uuid)`,
    channel,
    state: leftOut ? ('left_out' as const) : ('waiting' as const),
    ...storedReason(leftOut),
  }));
  await transaction.insertInto('bulkRecipients').values(rows).execute();
  return made.id;
}

const storedReason = (why: Reason | undefined) => ({
  reason: why?.reason ?? null,
  localized: why?.localized ? JSON.stringify(why.localized) : null,
});

/** Joined to `bulk_messages`. */
const counts = sql`
  cross join lateral (
    select count(*)::int as total,
      count(*) filter (where state = 'sent')::int as sent,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'left_out')::int as left_out,
      count(*) filter (where conversations.customer_message_count > 0)::int as replied
    from bulk_recipients left join conversations on conversations.id = bulk_recipients.conversation_id
    where bulk_message_id = bulk_messages.id
  ) counts`;

type Row = StoredBulkMessage &
  Pick<BulkMessage, 'authorName' | 'total' | 'sent' | 'failed' | 'leftOut' | 'replied'> & {
    attachments: Attachment[] | null;
  };

async function select(db: Database, where: RawBuilder<unknown>): Promise<BulkMessage[]> {
  const { rows } = await sql<Row>`
    select bulk_messages.*, users.name as author_name, counts.*,
      ${sql.raw(attachmentsNamed('bulk_messages.attachment_ids'))} as attachments
    from bulk_messages join users on users.id = bulk_messages.author_id ${counts}
    where ${where}
  `.execute(db);
  return rows.map(({ keyId: _key, attachmentIds: _files, attachments, clientId, ...row }) => ({
    ...row,
    ...(attachments && { attachments }),
    clientBulkMessageId: clientId,
    sendAt: row.sendAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }));
}

export async function findBulkMessage(db: Database, id: string): Promise<BulkMessage | undefined> {
  const [found] = await select(db, sql`bulk_messages.id = ${id}::uuid`);
  return found;
}

/** Returns the bulk message that an author has made under an id. */
export async function findOwnBulkMessage(
  db: Database,
  { authorId, clientId }: { authorId: string; clientId: string },
): Promise<BulkMessage | undefined> {
  const [found] = await select(db, sql`author_id = ${authorId}::uuid and client_id = ${clientId}::uuid`);
  return found;
}

/** Returns a page of bulk messages, newest first: those of an author, or everybody's. */
export async function listBulkMessages(
  db: Database,
  { authorId, after, limit }: { authorId?: string | undefined; after?: string | undefined; limit: number },
): Promise<BulkMessage[]> {
  const conditions = [
    ...(authorId === undefined ? [] : [sql`author_id = ${authorId}::uuid`]),
    ...(after === undefined ? [] : [sql`bulk_messages.id < ${after}::uuid`]),
  ];
  const where = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
  return select(db, sql`${where} order by bulk_messages.id desc limit ${limit}`);
}

/** Returns the contacts of a bulk message, in the order in which they are written to. */
export async function bulkRecipientsOf(db: Database, bulkMessageId: string): Promise<BulkRecipient[]> {
  const { rows } = await sql<BulkRecipient>`
    select contact_id, person.visitor_id, person.name, person.email, state, bulk_recipients.channel, reason, localized, conversation_id,
      case when bulk_recipients.channel = 'email' and mail_state = any(${mailStates}::text[]) then mail_state end
        as mail_state,
      coalesce(customer_message_count > 0, false) as has_replied
    from bulk_recipients left join conversations on conversations.id = bulk_recipients.conversation_id
    cross join lateral (
      select
        (array_agg(visitors.name order by last_seen_at desc nulls last) filter (where visitors.name is not null))[1]
          as name,
        (array_agg(visitors.email order by email_verified desc, last_seen_at desc nulls last)
          filter (where visitors.email is not null))[1] as email,
        (array_agg(visitors.id order by visitors.id))[1] as visitor_id
      from identities join visitors on visitors.id = identities.visitor_id
      where identities.contact_id = bulk_recipients.contact_id
    ) person
    where bulk_message_id = ${bulkMessageId}::uuid order by n
  `.execute(db);
  return rows;
}

/** Returns the files of a bulk message, in order. */
export async function filesOfBulkMessage(db: Database, { id }: Pick<StoredBulkMessage, 'id'>): Promise<Attachment[]> {
  const { rows } = await sql<{ attachments: Attachment[] | null }>`
    select ${sql.raw(attachmentsNamed('attachment_ids'))} as attachments from bulk_messages where id = ${id}::uuid
  `.execute(db);
  return rows[0]?.attachments ?? [];
}

/** Begins or continues to send a message that is due, if it was not stopped; undefined for any other. */
export async function beginSending(db: Database, id: string): Promise<StoredBulkMessage | undefined> {
  return db
    .updateTable('bulkMessages')
    .set({ status: 'sending' })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'sending'])
    .where('sendAt', '<=', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst();
}

/** Returns when a message that waits is due; undefined for any other. */
export async function whenDue(db: Database, id: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('bulkMessages')
    .select('sendAt')
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return row?.sendAt;
}

export type RecipientToWrite = Pick<Selectable<BulkRecipientsTable>, 'n' | 'contactId'>;

/** Returns the next contacts to write to, behind `after`. */
export async function recipientsLeft(
  db: Database,
  bulkMessageId: string,
  { after, limit }: { after: number; limit: number },
): Promise<RecipientToWrite[]> {
  return db
    .selectFrom('bulkRecipients')
    .select(['n', 'contactId'])
    .where('bulkMessageId', '=', bulkMessageId)
    .where('state', '=', 'waiting')
    .where('n', '>', after)
    .orderBy('n')
    .limit(limit)
    .execute();
}

/**
 * Locks a contact of a message until the transaction ends; stopping the message waits for it. Returns false if the
 * message was stopped, or another worker has written to the contact.
 */
export async function holdRecipient(transaction: Transaction, bulkMessageId: string, n: number): Promise<boolean> {
  const message = await transaction
    .selectFrom('bulkMessages')
    .select('id')
    .where('id', '=', bulkMessageId)
    .where('status', '=', 'sending')
    .forShare()
    .executeTakeFirst();
  if (!message) return false;
  const recipient = await transaction
    .selectFrom('bulkRecipients')
    .select('n')
    .where('bulkMessageId', '=', bulkMessageId)
    .where('n', '=', n)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
  return recipient !== undefined;
}

/** Stores that a contact was written to; must run in the transaction that started the conversation. */
export async function noteSent(
  transaction: Transaction,
  { bulkMessageId, n }: { bulkMessageId: string; n: number },
  sent: Pick<BulkRecipientsTable, 'channel' | 'conversationId'>,
): Promise<void> {
  await transaction
    .updateTable('bulkRecipients')
    .set({ ...sent, state: 'sent' })
    .where('bulkMessageId', '=', bulkMessageId)
    .where('n', '=', n)
    .execute();
}

/** Stores why contacts were not written to: one of them, or all that are left. */
export async function noteFailed(
  db: Database,
  { bulkMessageId, n }: { bulkMessageId: string; n?: number },
  why: Reason,
): Promise<void> {
  const waiting = db
    .updateTable('bulkRecipients')
    .set({ state: 'failed', ...storedReason(why) })
    .where('bulkMessageId', '=', bulkMessageId)
    .where('state', '=', 'waiting');
  await (n === undefined ? waiting : waiting.where('n', '=', n)).execute();
}

/** Ends a message that is being sent. */
export async function finishBulkMessage(db: Database, id: string, status: 'done' | 'failed'): Promise<void> {
  await db
    .updateTable('bulkMessages')
    .set({ status, finishedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .execute();
}

/** Stops a message, after the contacts that are being written to at the moment. Returns false if it had ended. */
export async function stopBulkMessage(transaction: Transaction, id: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('bulkMessages')
    .set({ status: 'stopped', finishedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await transaction
    .updateTable('bulkRecipients')
    .set({ state: 'stopped' })
    .where('bulkMessageId', '=', id)
    .where('state', '=', 'waiting')
    .execute();
  // Its author may send them with another message.
  await releaseFiles(transaction, { bulkMessageId: id });
  return true;
}

/** Returns the messages that are due and have not ended. */
export async function dueBulkMessages(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('bulkMessages')
    .select('id')
    .where('finishedAt', 'is', null)
    .where('sendAt', '<=', sql<Date>`now()`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes messages made before a time. Their conversations stay. */
export async function deleteOldBulkMessages(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('bulkMessages').where('createdAt', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns the bulk message that started a conversation, and its author. */
export async function bulkMessageOf(
  db: Database,
  conversationId: string,
): Promise<{ id: string; authorId: string } | undefined> {
  return db
    .selectFrom('bulkRecipients')
    .innerJoin('bulkMessages', 'bulkMessages.id', 'bulkRecipients.bulkMessageId')
    .select(['bulkMessages.id', 'bulkMessages.authorId'])
    .where('bulkRecipients.conversationId', '=', conversationId)
    .executeTakeFirst();
}
