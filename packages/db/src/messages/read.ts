import type { MessageBlocks } from '@parley/contracts/messages/blocks';
import type { Message, QuotedMessage, SenderType } from '@parley/contracts/entities';
import { sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import type { Via } from '../tables/conversations.ts';
import { prepared, statement } from '../prepared.ts';
import { type MessageRow, messageColumns, quotedColumn, toMessage } from './entity.ts';

/** Finds a message by its place; undefined if it doesn't exist. */
export async function findMessage(db: Database, conversationId: string, seq: number): Promise<Message | undefined> {
  const [row] = await prepared(
    db,
    sql<MessageRow>`select ${messageColumns} from messages where conversation_id = ${conversationId} and seq = ${seq}`,
  );
  return row && toMessage(row);
}

/** Returns a message of these conversations as one that quotes it shows it, with its conversation; or undefined. */
export async function findQuoted(
  db: Database,
  conversationIds: readonly string[],
  id: string,
): Promise<{ conversationId: string; message: QuotedMessage } | undefined> {
  const [row] = await prepared(
    db,
    sql<{
      conversationId: string;
      message: QuotedMessage;
    }>`select conversation_id, ${quotedColumn} as message from messages
      where id = ${id} and conversation_id = any(${[...conversationIds]}::uuid[])`,
  );
  return row;
}

/** Returns the first message of a representative, or undefined. */
export async function firstByRepresentative(db: Database, conversationId: string): Promise<Message | undefined> {
  const [row] = await prepared(
    db,
    sql<MessageRow>`select ${messageColumns} from messages
      where conversation_id = ${conversationId} and sender_type = 'representative' order by seq limit 1`,
  );
  return row && toMessage(row);
}

/** The message that senders of this type have stored under an id of their own, or undefined. */
export async function findMessageByClientId(
  db: Database,
  conversationId: string,
  clientMessageId: string,
  senderType: SenderType,
): Promise<Message | undefined> {
  const [row] = await prepared(
    db,
    sql<MessageRow>`select ${messageColumns} from messages
      where conversation_id = ${conversationId} and client_message_id = ${clientMessageId}
        and sender_type = ${senderType}`,
  );
  return row && toMessage(row);
}

/** Reads the newest messages of one conversation. */
export const newestFirst = statement<{ conversationId: string; limit: number }, MessageRow>(
  ({ conversationId, limit }) => sql`select ${messageColumns} from messages
    where conversation_id = ${conversationId} order by seq desc limit ${limit}`,
);
const before = statement<{ conversationId: string; seq: number; limit: number }, MessageRow>(
  ({ conversationId, seq, limit }) => sql`select ${messageColumns} from messages
    where conversation_id = ${conversationId} and seq < ${seq} order by seq desc limit ${limit}`,
);

/** The newest `limit` messages, oldest first. */
export async function newestMessages(db: Database, conversationId: string, limit: number): Promise<Message[]> {
  return messagesBefore(db, conversationId, null, limit);
}

/** The `limit` messages just before `seq` (all of them newest when null), oldest first. */
export async function messagesBefore(
  db: Database,
  conversationId: string,
  seq: number | null,
  limit: number,
): Promise<Message[]> {
  const rows = await (seq === null
    ? newestFirst(db, { conversationId, limit })
    : before(db, { conversationId, seq, limit }));
  return rows.toReversed().map(toMessage);
}

/** The first `limit` messages after `seq`, oldest first. */
export async function messagesAfter(
  db: Database,
  conversationId: string,
  seq: number,
  limit: number,
): Promise<Message[]> {
  const rows = await prepared(
    db,
    sql<MessageRow>`select ${messageColumns} from messages
      where conversation_id = ${conversationId} and seq > ${seq} order by seq limit ${limit}`,
  );
  return rows.map(toMessage);
}

/** Returns true if any of the messages arrived through this channel. */
export async function someCameBy(
  db: Database,
  conversationId: string,
  seqs: readonly number[],
  via: Via,
): Promise<boolean> {
  if (seqs.length === 0) return false;
  const found = await db
    .selectFrom('messages')
    .select('seq')
    .where('conversationId', '=', conversationId)
    .where('seq', 'in', seqs)
    .where('via', '=', via)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Returns the blocks of a message of these conversations, and whether another message of the customer's than the one
 * with this `clientMessageId` answers them; undefined for a message without any.
 */
export async function findAsked(
  db: Database,
  conversationIds: readonly string[],
  id: string,
  clientMessageId: string | null,
): Promise<{ blocks: MessageBlocks; isAnswered: boolean } | undefined> {
  const { rows } = await sql<{ blocks: MessageBlocks; isAnswered: boolean }>`
    select blocks, exists (
      select from messages answer
      where answer.conversation_id = any(${[...conversationIds]}::uuid[]) and answer.response ->> 'to' = messages.id::text
        and answer.client_message_id is distinct from ${clientMessageId}::uuid
    ) as is_answered
    from messages
    where id = ${id} and conversation_id = any(${[...conversationIds]}::uuid[]) and blocks is not null
  `.execute(db);
  return rows[0];
}

/** Lets one transaction at a time answer a message. */
export async function holdMessage(db: Transaction, id: string): Promise<void> {
  await sql`select from messages where id = ${id} for no key update`.execute(db);
}

/** Returns the message of a conversation with the form that a link leads to; undefined if it isn't there any more. */
export async function findFormMessage(
  db: Database,
  conversationId: string,
  link: string,
): Promise<(MessageRow & { isAnswered: boolean }) | undefined> {
  const { rows } = await sql<MessageRow & { isAnswered: boolean }>`
    select ${messageColumns}, exists (
      select from messages answer
      where answer.conversation_id = messages.conversation_id and answer.response ->> 'to' = messages.id::text
    ) as is_answered
    from messages
    where conversation_id = ${conversationId} and blocks #>> '{form,link}' = ${link}
    order by seq desc limit 1
  `.execute(db);
  return rows[0];
}
