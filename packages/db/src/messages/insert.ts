/** Storing a message: one statement, one round trip. */
import type { AttachmentInputs } from '@parley/contracts/attachments';
import type { Conversation, Message, SenderType } from '@parley/contracts/entities';
import type { Act } from '@parley/contracts/acts';
import type { StoredEvent } from '@parley/contracts/events';
import type { UnreadByPerson } from '@parley/contracts/reads';
import { type RawBuilder, sql } from 'kysely';
import { type ActRow, actColumns, toAct } from '../acts/entity.ts';
import { camelCaseKeys } from '../column-names.ts';
import { type ConversationRow, conversationColumns, toConversation } from '../conversations/entity.ts';
import { differing, fieldsOf } from '../conversations/transition.ts';
import { type Database, isUniqueViolation } from '../database.ts';
import { withDraftSent } from '../drafts/drafts.ts';
import { prepared } from '../prepared.ts';
import { unreadByPerson } from '../reads/unread.ts';
import type { Via } from '../tables/conversations.ts';
import { attachFiles, lockFiles } from '../files/attach.ts';
import { LacksFiles } from '../files/waiting.ts';
import { afterMessage, isUntaken } from './effects.ts';
import { findMessageByClientId } from './read.ts';
import { type Refusal, whyRefused } from './refusal.ts';

export interface NewMessage {
  conversationId: string;
  /** As it shall be stored: trimmed, checked; empty only with attachments. */
  content: string;
  /** Uploads of the sender's own that no message has brought yet. */
  attachments?: AttachmentInputs | undefined;
  senderType: SenderType;
  senderId: string | null;
  senderName: string | null;
  via: Via;
  /** Makes sending repeatable: once stored for its conversation and type of sender, it stands for that message. */
  clientMessageId?: string | null | undefined;
  /** A customer's message to a closed conversation makes it this; `waiting` unless told. */
  reopenAs?: 'active' | 'waiting' | undefined;
  /** False for an assistant's notice that answers nothing (a hand-off): the customer goes on waiting. */
  isAnswer?: boolean | undefined;
  /** Stored only while the conversation's AI epoch is still this. */
  onlyIfAiEpoch?: number | undefined;
  /** Stored only while this is the last message. */
  onlyIfLastSeq?: number | undefined;
  /** Refused when another representative's message came after this seq. */
  basedOnSeq?: number | undefined;
  /** For copies and made-up history; otherwise the database's clock, never before the message ahead of it. */
  createdAt?: Date | undefined;
}

export type InsertedMessage =
  /** `event` is in the outbox until it is dispatched. */
  | {
      outcome: 'stored';
      message: Message;
      conversation: Conversation;
      unread: UnreadByPerson;
      hidden: boolean;
      aiEpoch: number;
      event: StoredEvent;
      /** It was the first reply of a person to what nobody had: the conversation is the writer's now. */
      takingOver?: { act: Act; event: StoredEvent };
      /** It was a draft, which is no more. */
      wasDraft: boolean;
    }
  /** That `clientMessageId` was stored before, for the same type of sender; nothing was changed. */
  | { outcome: 'duplicate'; message: Message }
  | Refusal;

/** What stands in lists where there is no text, and which files it brings. */
type StoredAs = NewMessage & { preview?: string; attachmentIds?: string[] };

interface StoredRow extends ConversationRow {
  unread: UnreadByPerson;
  hidden: boolean;
  aiEpoch: number;
  eventId: string;
  event: StoredEvent['event'];
  act?: ActRow | null;
  actEventId?: string | null;
  actEvent?: StoredEvent['event'] | null;
  wasDraft?: boolean;
}

/**
 * Stores a message with the next seq of its conversation, and with it everything that must agree: the list's columns,
 * status, unread and answer figures, totals and the outbox row. The conversation's row lock orders concurrent senders,
 * so that seqs have no gap and no repeat. Nothing is stored when a guard refuses or the message is a duplicate.
 *
 * @throws LacksFiles where an attachment cannot be brought; nothing is stored, and a transaction of the caller's is over
 *
 * Inside a transaction of the caller's, two equal `clientMessageId`s sent at the very same moment abort the later
 * transaction with a unique violation; repeat the transaction.
 */
export async function insertMessage(db: Database, input: NewMessage): Promise<InsertedMessage> {
  const { attachments } = input;
  if (!attachments) return insert(db, input);
  const whole = (transaction: Database): Promise<InsertedMessage> => insertWithFiles(transaction, input, attachments);
  return db.isTransaction ? whole(db) : db.transaction().execute(whole);
}

/**
 * Files first, then the conversation: of two messages that bring one file, the later finds it taken. Sent twice at once, a
 * message is found stored by the second.
 */
async function insertWithFiles(
  transaction: Database,
  input: NewMessage,
  attachments: AttachmentInputs,
): Promise<InsertedMessage> {
  const files = await lockFiles(transaction, input, attachments);
  const preview = input.content || files.map(({ name }) => name).join(', ');
  const inserted = await insert(transaction, { ...input, preview, attachmentIds: attachments.map(({ id }) => id) });
  if (inserted.outcome !== 'stored') return inserted;
  const attached = await attachFiles(transaction, inserted.message, attachments);
  if (files.length < attachments.length || attached.length < attachments.length) throw new LacksFiles();
  return { ...inserted, message: { ...inserted.message, attachments: attached } };
}

async function insert(db: Database, input: StoredAs): Promise<InsertedMessage> {
  const stored = await store(db, input).catch((error: unknown) => {
    // The same message was being stored by somebody else; unless a transaction was broken, it can be read now.
    if (!db.isTransaction && isUniqueViolation(error, 'messages_client_id')) return undefined;
    throw error;
  });
  if (stored) return answer(input, stored);
  const duplicate =
    input.clientMessageId &&
    (await findMessageByClientId(db, input.conversationId, input.clientMessageId, input.senderType));
  return duplicate ? { outcome: 'duplicate', message: duplicate } : whyRefused(db, input);
}

function answer(input: NewMessage, row: StoredRow): InsertedMessage {
  const conversation = toConversation(row);
  if (!conversation.lastMessage) throw new Error('A conversation with a new message has no last message.');
  const { act, actEventId, actEvent } = row;
  return {
    outcome: 'stored',
    message: { ...conversation.lastMessage, content: input.content },
    conversation,
    unread: input.senderType === 'representative' ? readByWriter(row.unread, input.senderId) : row.unread,
    hidden: row.hidden,
    aiEpoch: row.aiEpoch,
    event: { id: row.eventId, event: row.event },
    ...(act && actEventId && actEvent
      ? { takingOver: { act: toAct(camelCaseKeys(act)), event: { id: actEventId, event: actEvent } } }
      : {}),
    wasDraft: row.wasDraft ?? false,
  };
}

/** The statement reads what was unread before it. */
const readByWriter = ({ readers, others }: UnreadByPerson, writerId: string | null): UnreadByPerson => ({
  readers: [
    ...readers.filter(({ userId }) => userId !== writerId),
    ...(writerId === null ? [] : [{ userId: writerId, unreadCount: 0 }]),
  ],
  others,
});

const isBroughtBack = sql`(conversations.status = 'closed'
          or (conversations.snoozed_until is not null and conversations.snooze_wakes_on_reply))`;
/** The same, afterwards. */
const wasBroughtBack = sql`(former_status = 'closed' or (former_snoozed_until is not null and snoozed_until is null))`;

/** Only its customer's message reopens a closed conversation, or wakes a snoozed one; what happened is told before it. */
const bringingBack = sql`bringing_back as (
      insert into acts (conversation_id, act_no, after_seq, kind, cause, before, after)
      select id, last_act_no, last_seq - 1, case former_status when 'closed' then 'reopened' else 'unsnoozed' end,
        '{"by":"customer"}',
        case former_status when 'closed' then '{"status":"closed"}' else jsonb_build_object('snoozedUntil',
          to_char(former_snoozed_until at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'snoozedBy', former_snoozed_by)
          end,
        case former_status when 'closed' then jsonb_build_object('status', status)
          else '{"snoozedUntil":null,"snoozedBy":null}' end
      from bumped where ${wasBroughtBack}
    )`;

/** Whoever writes has read what came before; what nobody had is theirs, as the act before the message tells. */
const byRepresentative = ({ senderId, clientMessageId = null }: NewMessage): RawBuilder<unknown> => sql`,
    read_by_writer as (
      insert into reads (conversation_id, user_id, seq, customer_messages, act_no)
      select bumped.id, users.id, last_seq, customer_message_count, last_act_no
      from bumped join users on users.id = ${senderId}::uuid
      on conflict (conversation_id, user_id) do update set seq = excluded.seq,
        customer_messages = excluded.customer_messages, act_no = excluded.act_no, marked_unread = false, updated_at = now()
    ), ${withDraftSent('reply', { id: clientMessageId, userId: senderId, from: 'bumped' })}, taking_over as (
      insert into acts (conversation_id, act_no, after_seq, kind, cause, before, after)
      select id, last_act_no, last_seq - 1, 'taken_over',
        jsonb_build_object('by', 'representative', 'userId', ${senderId}::uuid, 'messageSeq', last_seq),
        ${differing('fields_before', 'fields_after')} - 'status', ${differing('fields_after', 'fields_before')} - 'status'
      from bumped where was_untaken
      returning *
    ), act_event as (
      insert into outbox (type, conversation_id, payload)
      select 'conversation.changed', id, jsonb_build_object('type', 'conversation.changed', 'conversationId', id,
        'change', 'taken_over', 'actorId', ${senderId}::uuid, 'reason', null, 'actNo', last_act_no)
      from bumped where was_untaken
      returning id, payload
    )`;
const whatFollowed = sql`,
      exists (select from draft_sent) as was_draft,
      (select row_to_json(act) from (select ${actColumns} from taking_over as acts) act) as act,
      (select id from act_event) as act_event_id, (select payload from act_event) as act_event`;
const formerOwner = (
  senderId: string | null,
): RawBuilder<unknown> => sql`, ${isUntaken('old', senderId)} as was_untaken, ${fieldsOf('old')} as fields_before,
        ${fieldsOf('new')} as fields_after`;

/** Of all that the customer has written nothing was answered before; or nothing by a person. */
const firstAnswered = sql`, first_answered as (
      insert into first_answers (conversation_id, answered_by, seconds, answered_at)
      select id, answered_by, greatest(0, extract(epoch from last_message_at - asked_at)), last_message_at
      from bumped cross join (values ('anybody'), ('representative')) as kind (answered_by)
      where answered_count > 0 and unanswered_count = 0 and not hidden
        and case answered_by when 'anybody' then answered_count = customer_message_count
          else last_message_sender_type = 'representative' and former_representative_seq = 0 end
      on conflict do nothing
    )`;

async function store(db: Database, input: StoredAs): Promise<StoredRow | undefined> {
  const { conversationId, senderType, senderId, senderName, content, via, preview = content, attachmentIds } = input;
  const clientMessageId = input.clientMessageId ?? null;
  // What a concurrent sender commits while this statement waits for the row is seen in `conversations` alone: guards
  // and effects read nothing else.
  const guards = [
    sql`conversations.id = ${conversationId}`,
    // Only its customer opens a closed conversation again, unless it leads elsewhere; who is blocked writes no more.
    ...(senderType === 'customer'
      ? [sql`not conversations.is_blocked and conversations.merged_into is null`]
      : [sql`conversations.status <> 'closed'`]),
    ...(clientMessageId === null
      ? []
      : [
          sql`not exists (select from messages
            where conversation_id = ${conversationId} and client_message_id = ${clientMessageId}
              and sender_type = ${senderType})`,
        ]),
    ...(input.onlyIfAiEpoch === undefined ? [] : [sql`conversations.ai_epoch = ${input.onlyIfAiEpoch}`]),
    ...(input.onlyIfLastSeq === undefined ? [] : [sql`conversations.last_seq = ${input.onlyIfLastSeq}`]),
    ...(input.basedOnSeq === undefined
      ? []
      : [
          sql`case when conversations.representative_seq_by is distinct from ${senderId}::uuid
            then conversations.representative_seq else conversations.other_representative_seq end <= ${input.basedOnSeq}`,
        ]),
  ];
  const reopens = senderType === 'customer';
  const isPersonal = senderType === 'representative';
  const query = sql<StoredRow>`
    with moment as (
      select uuidv7() as id, coalesce(${input.createdAt ?? null}::timestamptz(3), clock_timestamp()) as at
    ), bumped as (
      update conversations set
        last_seq = conversations.last_seq + 1,
        last_message_id = moment.id,
        last_message_client_id = ${clientMessageId}::uuid,
        last_message_sender_type = ${senderType},
        last_message_sender_id = ${senderId}::uuid,
        last_message_sender_name = ${senderName},
        last_message_preview = left(${preview}, 300),
        last_message_at = greatest(moment.at, conversations.last_message_at),
        last_activity_at = greatest(moment.at, conversations.last_activity_at),
        updated_at = now(),
        ${reopens ? sql`last_act_no = conversations.last_act_no + ${isBroughtBack}::int,` : sql``}
        ${afterMessage(input)}
      from moment
      where ${sql.join(guards, sql` and `)}
      returning conversations.*, old.status as former_status, old.snoozed_until as former_snoozed_until,
        old.snoozed_by as former_snoozed_by, old.unanswered_count as answered_count,
        old.unanswered_since as asked_at, old.representative_seq as former_representative_seq,
        greatest(0, old.unanswered_count * extract(epoch from conversations.last_message_at - old.unanswered_since)
          - old.unanswered_offset_seconds) as waited_seconds${isPersonal ? formerOwner(senderId) : sql``}
    ), stored as (
      insert into messages (conversation_id, seq, id, client_message_id, sender_type, sender_id, sender_name,
        message_type, content, via, customer_message_count, created_at${attachmentIds ? sql`, attachment_ids` : sql``})
      select id, last_seq, last_message_id, last_message_client_id, last_message_sender_type, last_message_sender_id,
        last_message_sender_name, 'text', ${content}, ${via}, customer_message_count, last_message_at${attachmentIds ? sql`, ${attachmentIds}::uuid[]` : sql``}
      from bumped
    ), answered as (
      insert into answers (conversation_id, seq, sender_type, sender_id, customer_messages, waited_seconds, answered_at)
      select id, last_seq, last_message_sender_type, last_message_sender_id, answered_count, waited_seconds,
        last_message_at
      from bumped where answered_count > 0 and unanswered_count = 0 and not hidden
    )${reopens ? sql`` : firstAnswered}${isPersonal ? byRepresentative(input) : sql``}, counted as (
      update totals set messages = totals.messages + 1
      from bumped where totals.slot = (pg_backend_pid() % 64)::smallint and not bumped.hidden
    ), ${reopens ? sql`${bringingBack}, ` : sql``}event as (
      insert into outbox (type, conversation_id, payload)
      select 'message.posted', id, jsonb_build_object('type', 'message.posted', 'conversationId', id, 'seq', last_seq,
        'senderType', last_message_sender_type, 'opened', last_seq = 1)
        || case when ${reopens ? wasBroughtBack : sql`false`} then jsonb_build_object('actNo', last_act_no) else '{}' end
      from bumped
      returning id, payload
    )
    select ${conversationColumns}, ${unreadByPerson} as unread, conversations.hidden, conversations.ai_epoch,
      event.id as event_id, event.payload as event${isPersonal ? whatFollowed : sql``}
    from bumped as conversations cross join event
  `;
  const [row] = await prepared(db, query);
  return row;
}
