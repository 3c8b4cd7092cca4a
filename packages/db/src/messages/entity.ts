import { checkOf } from '@parley/contracts/assistant/answer-check';
import type { Attachment } from '@parley/contracts/messages/attachments';
import type { Message, QuotedMessage } from '@parley/contracts/entities';
import { type Selectable, sql } from 'kysely';
import { attachmentsOf } from '../files/entity.ts';
import { isoText } from '../instant.ts';
import type { MessagesTable } from '../tables/conversations.ts';

/** Number of characters of a quoted message. */
const quotedLength = 200;

/** A row of `messages` as a message that quotes it shows it. */
const quotedJson = (messages: string): string => `jsonb_build_object('id', ${messages}.id, 'seq', ${messages}.seq,
  'senderType', ${messages}.sender_type, 'senderName', ${messages}.sender_name,
  'isRemoved', ${messages}.removed_at is not null,
  'content', left(case when ${messages}.content <> '' or ${messages}.removed_at is not null then ${messages}.content else coalesce((
    select string_agg(name, ', ' order by array_position(${messages}.attachment_ids, files.id)) from files
    where files.id = any(${messages}.attachment_ids)), '') end, ${quotedLength}))`;

/** For `select`, from a table called `messages`. */
export const quotedColumn = sql.raw<QuotedMessage>(quotedJson('messages'));

/** Selects the message that one of this table quotes; null, without reading anything, if it quotes none. */
export const quotedBy = (table: string): string => `case when ${table}.reply_to is not null then (
  select ${quotedJson('quoted')} from messages quoted
  where quoted.id = ${table}.reply_to and quoted.conversation_id = ${table}.conversation_id) end`;

/** For `select`, from a table called so. */
const columnsOf = (messages: 'messages' | 'm') =>
  sql.raw(`
  ${messages}.conversation_id, ${messages}.seq, ${messages}.id, ${messages}.client_message_id, ${messages}.sender_type,
  ${messages}.sender_id, ${messages}.sender_name, ${messages}.message_type, ${messages}.content, ${messages}.markdown, ${messages}.created_at,
  ${messages}.sources, ${messages}.choices, ${messages}.blocks, ${messages}.response, ${messages}.original, ${messages}.email, ${messages}.edit_no, ${messages}.edited_at, ${messages}.removed_at, ${messages}.moved_to, ${messages}.reactions,
  ${messages}.reaction_no, ${quotedBy(messages)} as reply_to, ${attachmentsOf(messages)} as attachments`);

/** For `select`, from a table called `messages`. */
export const messageColumns = columnsOf('messages');

/** For `select`, from `messages m`. */
export const columnsOfM = columnsOf('m');

export type MessageRow = Pick<
  Selectable<MessagesTable>,
  | 'conversationId'
  | 'seq'
  | 'id'
  | 'clientMessageId'
  | 'senderType'
  | 'senderId'
  | 'senderName'
  | 'messageType'
  | 'content'
  | 'markdown'
  | 'createdAt'
  | 'sources'
  | 'choices'
  | 'blocks'
  | 'response'
  | 'email'
  | 'editNo'
  | 'editedAt'
  | 'removedAt'
  | 'movedTo'
  | 'original'
  | 'reactions'
  | 'reactionNo'
> & { attachments: Attachment[] | null; replyTo: QuotedMessage | null };

/** Returns what a customer may answer by one tap, with the question if it isn't in the text. */
export function offered(choices: string[]): Pick<Message, 'choices' | 'question'> {
  const check = checkOf(choices);
  return { choices, ...(check && { question: check.question }) };
}

export function toMessage(row: MessageRow): Message {
  return {
    id: row.id,
    conversationId: row.conversationId,
    seq: row.seq,
    content: row.content,
    senderType: row.senderType,
    senderId: row.senderId,
    senderName: row.senderName,
    messageType: row.messageType,
    createdAt: isoText(row.createdAt),
    clientMessageId: row.clientMessageId,
    ...(row.markdown !== null && { markdown: row.markdown }),
    ...(row.attachments && { attachments: row.attachments }),
    ...(row.original && { original: row.original }),
    ...(row.sources && { sources: row.sources }),
    ...(row.choices && offered(row.choices)),
    ...(row.blocks && { blocks: row.blocks }),
    ...(row.response && { response: row.response }),
    ...(row.email && { email: row.email }),
    ...(row.editNo === null ? {} : { editNo: row.editNo }),
    ...(row.editedAt ? { editedAt: isoText(row.editedAt) } : {}),
    ...(row.removedAt ? { removedAt: isoText(row.removedAt) } : {}),
    ...(row.movedTo !== null && { movedTo: row.movedTo }),
    ...(row.replyTo && { replyTo: row.replyTo }),
    ...(row.reactions && { reactions: row.reactions }),
    ...(row.reactionNo !== null && { reactionNo: row.reactionNo }),
  };
}
