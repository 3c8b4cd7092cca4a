import { exportedFields } from '@parley/contracts/conversations/conversation-fields';
import { type RawBuilder, sql } from 'kysely';
import { attachmentsOf } from '../files/entity.ts';
import { instantText } from '../instant.ts';
import { quotedBy } from '../messages/entity.ts';
import { prepared } from '../prepared.ts';
import type { ReadRouter } from '../read-replica.ts';
import { valueSql } from './fields.ts';

/** Conversations read at once, and messages: what the memory holds at any size of the database. */
const conversationBatch = 60;
const messageBatch = 120;

/** Columns that every exported message has. */
const messageColumns = `
  messages.id,
  messages.conversation_id as "conversationId",
  messages.seq,
  messages.content,
  messages.sender_type as "senderType",
  messages.sender_id as "senderId",
  messages.sender_name as "senderName",
  messages.message_type as "messageType",
  ${instantText('messages.created_at')} as "createdAt",
  messages.client_message_id as "clientMessageId"`;

/** A message as `toMessage` makes it, as JSON text; of what only few have each part where one has any. */
const messageJson =
  sql.raw(`(case when messages.attachment_ids is null and messages.sources is null and messages.choices is null and messages.blocks is null and messages.response is null and messages.email is null and messages.edited_at is null and messages.removed_at is null
  and messages.original is null and messages.markdown is null and messages.reply_to is null and messages.reactions is null
  then row_to_json((select message from (select ${messageColumns}) message))
  else row_to_json((select message from (select ${messageColumns},
    ${attachmentsOf('messages')} as "attachments",
    messages.sources,
    messages.choices,
    messages.blocks,
    messages.response,
    messages.email || jsonb_build_object('text', (select text from message_emails stored
      where stored.conversation_id = messages.conversation_id and stored.seq = messages.seq)) as "email",
    ${instantText('messages.edited_at')} as "editedAt",
    ${instantText('messages.removed_at')} as "removedAt",
    messages.original,
    messages.markdown,
    ${quotedBy('messages')} as "replyTo",
    messages.reactions) message)) end)::text`);

/** A conversation as `toConversation` makes it, without its last message, as JSON text up to its first message. */
const openConversationJson = sql.raw(`rtrim(row_to_json((select conversation from (select
  ${exportedFields.map((name) => `${valueSql(name, 'batch')} as "${name}"`).join(', ')},
  (select contacts.attributes from identities join contacts on contacts.id = identities.contact_id
    where identities.visitor_id = batch.visitor_id) as "contactAttributes",
  (select coalesce(json_agg(json_build_object('id', notes.id, 'authorId', notes.author_id, 'body', newest.body,
    'createdAt', ${instantText('notes.created_at')}) order by notes.id), '[]')
    from identities join contact_notes notes on notes.contact_id = identities.contact_id
    cross join lateral (select body from contact_note_versions versions where versions.note_id = notes.id
      order by version desc limit 1) newest
    where identities.visitor_id = batch.visitor_id and newest.body is not null) as "contactNotes",
  (select coalesce(json_agg(json_build_object('activityNo', activity_no, 'afterSeq', after_seq, 'kind', kind, 'cause', cause,
    'before', before, 'after', after, 'body', body, 'attachmentIds', attachment_ids, 'batchId', batch_id, 'undoOf', undo_of, 'createdAt', ${instantText('activities.created_at')}) order by activity_no), '[]')
    from activities where activities.conversation_id = batch.id) as "activities",
  (select coalesce(json_agg(json_build_object('userId', user_id, 'seq', seq, 'activityNo', activity_no,
    'markedUnread', marked_unread) order by user_id), '[]')
    from reads where reads.conversation_id = batch.id) as "reads",
  (select coalesce(json_agg(user_id order by user_id), '[]')
    from followers where followers.conversation_id = batch.id and is_following) as "followers",
  (select packet from hand_offs passed_on where passed_on.conversation_id = batch.id) as "handOff",
  (select coalesce(json_agg(summary || jsonb_build_object('language', language, 'lastSeq', last_seq) order by language), '[]')
    from conversation_summaries made where made.conversation_id = batch.id) as "summaries",
  (select coalesce(json_agg(json_build_object('seq', seq, 'language', language, 'from', from_language, 'text', text)
    order by seq, language), '[]')
    from message_translations made where made.conversation_id = batch.id and text is not null) as "translations") conversation))::text, '}') || ',"messages":['`);

/**
 * Selects at least one conversation, and more while their messages together fit into a batch. Postgres returns all as
 * one text in which the last conversation is left open: joining texts here would hold them in memory twice.
 */
const conversationsAfter = (after: string, where = sql<boolean>`true`) => sql<Batch>`
  with candidates as (
    select * from conversations where (not hidden or spam_at is not null) and id > ${after}::uuid and ${where} order by id limit ${sql.lit(conversationBatch)}
  ), batch as (
    select *, sum(last_seq) over (order by id) as messages_so_far from candidates
  ), written as (
    select batch.id, batch.last_seq, ${openConversationJson} || coalesce((
      select string_agg(${messageJson}, ',' order by messages.seq) from messages
      where messages.conversation_id = batch.id and messages.seq <= ${sql.lit(messageBatch)}
    ), '') as conversation
    from batch
    where messages_so_far <= ${sql.lit(messageBatch)} or messages_so_far = last_seq
  )
  select (array_agg(id order by id desc))[1] as id, (array_agg(last_seq order by id desc))[1] as last_seq,
    string_agg(conversation, E']},\\n' order by id) as text
  from written`;

const messagesAfter = (id: string, seq: number) => sql<{ messages: string | null }>`
  select string_agg(${messageJson}, ',' order by messages.seq) as messages from messages
  where messages.conversation_id = ${id}::uuid and messages.seq > ${seq}::integer
    and messages.seq <= ${seq}::integer + ${sql.lit(messageBatch)}`;

/** Its last conversation, and the text of all; nulls behind the end. */
type Batch = { id: string; lastSeq: number; text: string } | { id: null };

/**
 * Yields the conversations that `where` matches as pieces of a JSON array's text, which the database writes, so that
 * nothing is parsed here. Reads small batches by key, so that memory stays flat, no transaction stays open, and a slow
 * reader blocks nothing. Changes made during the export may or may not be in it.
 */
export async function* exportConversations(
  reads: Pick<ReadRouter, 'run'>,
  where?: RawBuilder<boolean>,
): AsyncGenerator<string> {
  let after = '00000000-0000-0000-0000-000000000000';
  let separator = '\n';
  yield '[';
  for (;;) {
    const [batch] = await reads.run((db) => prepared(db, conversationsAfter(after, where)));
    if (!batch?.id) break;
    yield separator;
    yield batch.text;
    if (batch.lastSeq > messageBatch) yield* messagesFrom(reads, batch.id, messageBatch, batch.lastSeq);
    separator = ']},\n';
    after = batch.id;
  }
  yield separator === '\n' ? ']' : ']}\n]';
}

/** The messages of a long conversation behind its first ones; each piece begins with the comma before it. */
async function* messagesFrom(
  reads: Pick<ReadRouter, 'run'>,
  id: string,
  from: number,
  lastSeq: number,
): AsyncGenerator<string> {
  for (let after = from; after < lastSeq; after += messageBatch) {
    const [row] = await reads.run((db) => prepared(db, messagesAfter(id, after)));
    if (row?.messages) yield `,${row.messages}`;
  }
}
