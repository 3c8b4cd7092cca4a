/** Messages of the team changed, or removed, after they were sent. */
import { type ConversationChannel, conversationChannel } from '@parley/contracts/channels/list';
import type { Conversation, Message, MessageVersion } from '@parley/contracts/entities';
import type { OutboxEvent } from '@parley/contracts/events';
import { sql } from 'kysely';
import { type SentPiece, sentPieces } from '../channels/sends.ts';
import { type ConversationRow, conversationColumns, toConversation } from '../conversations/entity.ts';
import type { Database } from '../database.ts';
import { type MessageRow, messageColumns, toMessage } from './entity.ts';

export interface Revision {
  conversationId: string;
  seq: number;
  editorId: string;
  /** Others' as well. */
  mayAny: boolean;
  /** Null removes it. */
  content: string | null;
  /** The new text with formatting, if it has any. */
  markdown?: string | undefined;
  /** Done only while this is its last edit, 0 for none. */
  expectedEditNo?: number | undefined;
}

/** A message that is about to be changed, and the parts in which it was sent to the customer. */
export interface SentMessage {
  message: Message;
  /** Its conversation's. */
  channel: ConversationChannel;
  pieces: readonly SentPiece[];
}

export type Revised =
  | { outcome: 'done'; message: Message; conversation: Conversation; hidden: boolean; event: OutboxEvent }
  /** The text is the same, or it was already removed. */
  | { outcome: 'unchanged'; message: Message }
  /** `merged`: its conversation is closed for good. */
  | { outcome: 'not_found' | 'not_theirs' | 'removed' | 'merged' }
  /** It was changed since the caller read it. */
  | { outcome: 'conflict'; message: Message }
  /** It can't be changed any more: it was sent by mail or through another channel. */
  | { outcome: 'gone_out'; channel: string };

/**
 * Edits or removes a message of the team: its seq stays, and the earlier text is stored as a version. Pending webhook
 * deliveries contain the new text from then on. The conversation's row lock lets only one concurrent change win.
 * Nothing is changed if `assertChangeable` throws.
 */
export async function reviseMessage(
  db: Database,
  revision: Revision,
  assertChangeable: (place: SentMessage) => void = () => undefined,
): Promise<Revised> {
  return db.transaction().execute(async (transaction) => {
    const { conversationId, seq, editorId, content, markdown = null } = revision;
    const place = await transaction
      .selectFrom('conversations')
      .select(['channel', 'emailedUntilSeq', 'mergedInto'])
      .where('id', '=', conversationId)
      .forUpdate()
      .executeTakeFirst();
    const found = place && (await readMessage(transaction, conversationId, seq));
    if (!found) return { outcome: 'not_found' };
    const message = toMessage(found);
    const refused = refusalOf(message, revision, place);
    if (refused) return refused;
    assertChangeable({ message, channel: place.channel, pieces: await sentPieces(transaction, conversationId, seq) });
    const { rows } = await sql<ConversationRow & { hidden: boolean; eventId: string; event: OutboxEvent['event'] }>`
      with bumped as (
        update conversations set updated_at = now(),
          -- a copy that was replaced by its original may count less than was edited here
          last_edit_no = 1 + greatest(last_edit_no,
            (select max(edit_no) from message_edits where conversation_id = ${conversationId})),
          last_message_preview = case when last_seq = ${seq} then left(${content ?? ''}, 300)
            else last_message_preview end
        where id = ${conversationId}
        returning *
      ), kept as (
        insert into message_edits (conversation_id, edit_no, seq, content, edited_by)
        select id, last_edit_no, ${seq}, ${message.content}, ${editorId}::uuid from bumped
      ), revised as (
        update messages set content = ${content ?? ''}, markdown = ${markdown}::text, edit_no = bumped.last_edit_no,
          edited_at = case when ${content !== null} then now() end, removed_at = case when ${content === null} then now() end${content === null ? sql`, blocks = null` : sql``}
        from bumped where messages.conversation_id = bumped.id and messages.seq = ${seq}
      ), released as (
        -- nobody can see the files of a removed message: the sweep takes what names a seq and no conversation
        update files set conversation_id = null from bumped
        where files.conversation_id = bumped.id and files.seq = ${seq} and ${content === null}
      ), event as (
        insert into outbox (type, conversation_id, payload)
        select 'message.updated', id, jsonb_build_object('type', 'message.updated', 'conversationId', id,
          'seq', ${seq}::integer, 'editNo', last_edit_no)
        from bumped
        returning id, payload
      )
      select ${conversationColumns}, conversations.hidden, event.id as event_id, event.payload as event
      from bumped as conversations cross join event
    `.execute(transaction);
    const [row] = rows;
    const revised = await readMessage(transaction, conversationId, seq);
    if (!row || !revised) throw new Error('A message was changed and is not there.');
    await republish(transaction, toMessage(revised));
    return {
      outcome: 'done',
      message: toMessage(revised),
      conversation: toConversation(row),
      hidden: row.hidden,
      event: { id: row.eventId, event: row.event },
    };
  });
}

async function readMessage(db: Database, conversationId: string, seq: number): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from messages where conversation_id = ${conversationId} and seq = ${seq}
  `.execute(db);
  return rows[0];
}

function refusalOf(
  message: Message,
  { editorId, mayAny, content, markdown, seq, expectedEditNo }: Revision,
  {
    channel,
    emailedUntilSeq,
    mergedInto,
  }: { channel: ConversationChannel; emailedUntilSeq: number; mergedInto: string | null },
): Revised | undefined {
  const isTheirs = message.senderType === 'representative' && (mayAny || message.senderId === editorId);
  if (!isTheirs) return { outcome: 'not_theirs' };
  if (message.removedAt) return content === null ? { outcome: 'unchanged', message } : { outcome: 'removed' };
  if (message.content === content && message.markdown === markdown) return { outcome: 'unchanged', message };
  if (mergedInto !== null) return { outcome: 'merged' };
  if (expectedEditNo !== undefined && expectedEditNo !== (message.editNo ?? 0)) return { outcome: 'conflict', message };
  if (!conversationChannel(channel).customers.edits) return { outcome: 'gone_out', channel };
  return seq <= emailedUntilSeq ? { outcome: 'gone_out', channel: 'email' } : undefined;
}

/** Updates the message in stored webhook deliveries, so that pending and repeated ones contain its current text. */
async function republish(db: Database, message: Message): Promise<void> {
  for (const path of ['{body,data,message}', '{body,data,conversation,lastMessage}']) {
    await sql`
      update deliveries set payload = jsonb_set(payload, ${path}::text[], ${JSON.stringify(message)}::jsonb)
      where conversation_id = ${message.conversationId} and channel = 'webhook'
        and payload #>> (${path}::text[] || 'seq'::text) = ${String(message.seq)}
    `.execute(db);
  }
}

/** Returns earlier versions of a message, oldest first, with the user who replaced each. */
export async function messageVersions(db: Database, conversationId: string, seq: number): Promise<MessageVersion[]> {
  const { rows } = await sql<Omit<MessageVersion, 'replacedAt'> & { replacedAt: Date }>`
    select message_edits.content, message_edits.edited_by as replaced_by, users.name as replaced_by_name,
      message_edits.edited_at as replaced_at
    from message_edits left join users on users.id = message_edits.edited_by
    where conversation_id = ${conversationId} and seq = ${seq} order by edit_no
  `.execute(db);
  return rows.map(({ replacedAt, ...version }) => ({ ...version, replacedAt: replacedAt.toISOString() }));
}
