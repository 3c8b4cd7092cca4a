/** The statement that stores a message: its text is put together once for each shape of message. */
import type { SenderType } from '@parley/contracts/entities';
import type { MessageResponse } from '@parley/contracts/messages/blocks';
import { blockLimits } from '@parley/contracts/messages/limits';
import type { StoredEvent } from '@parley/contracts/events';
import type { UnreadByUser } from '@parley/contracts/conversations/reads';
import { type RawBuilder, sql } from 'kysely';
import { type ActivityRow, activityColumns } from '../activities/entity.ts';
import { recordActivity } from '../activities/record.ts';
import { type ConversationRow, conversationColumns } from '../conversations/entity.ts';
import { differing, fieldsOf } from '../conversations/transition.ts';
import type { Database } from '../database.ts';
import { withDraftSent } from '../drafts/drafts.ts';
import { instantText } from '../instant.ts';
import { type Placeholder, type Placeholders, statement } from '../prepared.ts';
import { unreadByUser } from '../reads/unread.ts';
import { flagsOf } from '../mail/message-emails.ts';
import { afterMessage, isUntaken } from './effects.ts';
import type { NewMessage } from './insert.ts';

/** A message with its preview for lists, if it has no text, and its files. */
export type StoredAs = Omit<NewMessage, 'conversationId'> & {
  /** Defaults to the newest conversation of the visitor who sends it, under their name there. */
  conversationId?: string | undefined;
  /** Only a conversation of the visitor who sends it, under their name there. */
  isOwn?: boolean;
  preview?: string;
  attachmentIds?: string[];
};

export interface StoredRow extends ConversationRow {
  unread: UnreadByUser;
  hidden: boolean;
  aiEpoch: number;
  eventId: string;
  event: StoredEvent['event'];
  activity?: ActivityRow | null;
  activityEventId?: string | null;
  activityEvent?: StoredEvent['event'] | null;
  wasDraft?: boolean;
  /** Button with the label that was typed. */
  response?: MessageResponse | null;
}

const isBroughtBack = sql`(conversations.status = 'closed'
          or (conversations.snoozed_until is not null and conversations.snooze_wakes_on_reply))`;
/** Like `isBroughtBack`, for the row after the update. */
const wasBroughtBack = sql`(former_status = 'closed' or (former_snoozed_until is not null and snoozed_until is null))`;

/**
 * Records that the customer's message reopened a closed conversation or woke a snoozed one. Only theirs can. The activity
 * comes before the message.
 */
const bringingBack = sql`bringing_back as (
      ${recordActivity(sql`bumped where ${wasBroughtBack}`, {
        after_seq: sql`last_seq - 1`,
        kind: sql`case former_status when 'closed' then 'reopened' else 'unsnoozed' end`,
        cause: sql`'{"by":"customer"}'`,
        before: sql`case former_status when 'closed' then '{"status":"closed"}' else jsonb_build_object(
          'snoozedUntil', ${sql.raw(instantText('former_snoozed_until'))}, 'snoozedBy', former_snoozed_by) end`,
        after: sql`case former_status when 'closed' then jsonb_build_object('status', status)
          else '{"snoozedUntil":null,"snoozedBy":null}' end`,
      })}
    )`;

/**
 * Marks earlier messages as read by the author, and assigns an unassigned conversation to them with an activity before the
 * message.
 */
const byRepresentative = ({ senderId, clientMessageId }: Places): RawBuilder<unknown> => sql`,
    read_by_writer as (
      insert into reads (conversation_id, user_id, seq, customer_messages, activity_no)
      select bumped.id, users.id, last_seq, customer_message_count, last_activity_no
      from bumped join users on users.id = ${senderId}::uuid
      on conflict (conversation_id, user_id) do update set seq = excluded.seq,
        customer_messages = excluded.customer_messages, activity_no = excluded.activity_no, marked_unread = false, updated_at = now()
    ), ${withDraftSent('reply', { id: clientMessageId, userId: senderId, from: 'bumped' })}, taking_over as (
      ${recordActivity(sql`bumped where was_untaken`, {
        after_seq: sql`last_seq - 1`,
        kind: sql`'taken_over'`,
        cause: sql`jsonb_build_object('by', 'representative', 'userId', ${senderId}::uuid, 'messageSeq', last_seq)`,
        before: sql`${differing('fields_before', 'fields_after')} - 'status'`,
        after: sql`${differing('fields_after', 'fields_before')} - 'status'`,
      })}
      returning *
    ), activity_event as (
      insert into outbox (type, conversation_id, payload)
      select 'conversation.changed', id, jsonb_build_object('type', 'conversation.changed', 'conversationId', id,
        'change', 'taken_over', 'actorId', ${senderId}::uuid, 'reason', null, 'activityNo', last_activity_no)
      from bumped where was_untaken
      returning id, payload
    )`;
const whatFollowed = sql`,
      exists (select from draft_sent) as was_draft,
      (select row_to_json(activity) from (select ${activityColumns} from taking_over as activities) activity) as activity,
      (select id from activity_event) as activity_event_id, (select payload from activity_event) as activity_event`;
const formerOwner = (
  senderId: Placeholder,
): RawBuilder<unknown> => sql`, ${isUntaken('old', senderId)} as was_untaken, ${fieldsOf('old')} as fields_before,
        ${fieldsOf('new')} as fields_after`;

/** Stores the waiting time of a conversation's first answer, and of the first answer by a representative. */
const firstAnswered = sql`, first_answered as (
      insert into first_answers (conversation_id, answered_by, seconds, answered_at)
      select id, answered_by, greatest(0, extract(epoch from last_message_at - asked_at)), last_message_at
      from bumped cross join (values ('anybody'), ('representative')) as kind (answered_by)
      where answered_count > 0 and unanswered_count = 0 and not hidden
        and case answered_by when 'anybody' then answered_count = customer_message_count
          else last_message_sender_type = 'representative' and former_representative_seq = 0 end
      on conflict do nothing
    )`;

const storingEmail = ({ email }: Places): RawBuilder<unknown> => sql`, stored_email as (
      insert into message_emails (conversation_id, seq, text, folded_from, folded_until, html, has_remote_pictures,
        tracking_pixels, is_cut)
      select bumped.id, last_seq, given.text, given."foldedFrom", given."foldedUntil", given.html,
        given."hasRemotePictures", coalesce(given."trackingPixels", 0), given."isCut"
      from bumped cross join jsonb_to_record(${email}::jsonb) as given (text text, "foldedFrom" integer,
        "foldedUntil" integer, html text, "hasRemotePictures" boolean, "trackingPixels" integer, "isCut" boolean)
    )`;

/** Number of messages before a customer's with buttons that they can still answer by typing a label. */
const pressableMessages = 10;

/** Selects the button that a customer has typed the label of, unless it or another of its message was pressed before. */
const pressedBy = (content: Placeholder): RawBuilder<unknown> => sql`, (
        select jsonb_build_object('to', m.id, 'button', button ->> 'id')
        from messages m cross join jsonb_path_query(m.blocks, '$.**.buttons[*]') button
        where m.conversation_id = bumped.id and m.seq >= last_seq - ${sql.lit(pressableMessages)} and m.seq < last_seq
          and m.blocks is not null and button -> 'url' is null and lower(button ->> 'label') = lower(${content})
          and not exists (select from messages later
            where later.conversation_id = bumped.id and later.response ->> 'to' = m.id::text)
        order by m.seq desc limit 1)`;

/** Properties of a message that the statement's text depends on; all else is passed as values. */
export interface MessageShape {
  senderType: SenderType;
  reopenAs: 'assisted' | 'waiting';
  isAnswer: boolean;
  isOwn: boolean;
  hasPlace: boolean;
  hasClientId: boolean;
  hasFiles: boolean;
  hasOriginal: boolean;
  hasMarkdown: boolean;
  hasReplyTo: boolean;
  hasSources: boolean;
  hasChoices: boolean;
  hasBlocks: boolean;
  hasResponse: boolean;
  mayPress: boolean;
  hasEmail: boolean;
  guardsAiEpoch: boolean;
  guardsLastSeq: boolean;
  guardsBasedOn: boolean;
  guardsEnded: boolean;
}

type Values = ReturnType<typeof valuesOf>;
type Places = Placeholders<Values>;

const shapeOf = (input: StoredAs): MessageShape => ({
  senderType: input.senderType,
  reopenAs: input.reopenAs ?? 'waiting',
  isAnswer: input.isAnswer !== false,
  isOwn: input.isOwn === true,
  hasPlace: input.conversationId !== undefined,
  hasClientId: typeof input.clientMessageId === 'string',
  hasFiles: input.attachmentIds !== undefined,
  hasOriginal: input.original !== undefined,
  hasMarkdown: input.markdown !== undefined,
  hasReplyTo: input.replyTo !== undefined,
  hasSources: input.sources !== undefined,
  hasChoices: input.choices !== undefined,
  hasBlocks: input.blocks !== undefined,
  hasResponse: input.response !== undefined,
  mayPress:
    input.senderType === 'customer' &&
    input.response === undefined &&
    input.content !== '' &&
    input.content.length <= blockLimits.labelLength,
  hasEmail: input.email !== undefined,
  guardsAiEpoch: input.onlyIfAiEpoch !== undefined,
  guardsLastSeq: input.onlyIfLastSeq !== undefined,
  guardsBasedOn: input.basedOnSeq !== undefined,
  guardsEnded: input.endedBefore !== undefined,
});

const valuesOf = (input: StoredAs) => ({
  conversationId: input.conversationId,
  content: input.content,
  preview: input.preview ?? input.content,
  senderType: input.senderType,
  senderId: input.senderId,
  senderName: input.senderName,
  via: input.via,
  clientMessageId: input.clientMessageId ?? null,
  createdAt: input.createdAt ?? null,
  attachmentIds: input.attachmentIds,
  original: input.original && JSON.stringify(input.original),
  markdown: input.markdown,
  replyTo: input.replyTo?.message.id,
  quotedIn: input.replyTo?.conversationId,
  sources: input.sources && JSON.stringify(input.sources),
  choices: input.choices && JSON.stringify(input.choices),
  blocks: input.blocks && JSON.stringify(input.blocks),
  response: input.response && JSON.stringify(input.response),
  emailFlags: input.email && JSON.stringify(flagsOf(input.email)),
  email: input.email && JSON.stringify(input.email),
  onlyIfAiEpoch: input.onlyIfAiEpoch,
  onlyIfLastSeq: input.onlyIfLastSeq,
  basedOnSeq: input.basedOnSeq,
  endedBefore: input.endedBefore,
});

/** Caches a statement for each shape that has occurred, a dozen or so in all. */
const statements = new Map<string, (db: Database, values: Values) => Promise<StoredRow[]>>();

/** Runs the statement; undefined where a guard refused or the message is stored already. */
export async function store(db: Database, input: StoredAs): Promise<StoredRow | undefined> {
  const shape = shapeOf(input);
  const name = Object.values(shape).join(' ');
  const insertion = statements.get(name) ?? statement<Values, StoredRow>((places) => storing(shape, places));
  statements.set(name, insertion);
  const [row] = await insertion(db, valuesOf(input));
  return row;
}

function storing(shape: MessageShape, values: Places): RawBuilder<StoredRow> {
  const { senderType, senderId, content, via, preview, clientMessageId } = values;
  const conversationId = shape.hasPlace
    ? values.conversationId
    : sql`(select newest.id from conversations newest where newest.visitor_id = ${senderId} order by newest.id desc limit 1)`;
  const senderName = shape.isOwn ? sql`conversations.customer_name` : values.senderName;
  // Commits of a concurrent sender while this statement waits for the row are visible in `conversations` alone: guards
  // and effects read nothing else.
  const guards = [
    sql`conversations.id = ${conversationId}`,
    // Only the customer can reopen a closed conversation, unless it was merged; a blocked customer can't write.
    ...(shape.senderType === 'customer'
      ? [sql`not conversations.is_blocked and conversations.merged_into is null`]
      : [sql`conversations.status <> 'closed'`]),
    ...(shape.isOwn ? [sql`conversations.visitor_id = ${senderId}`] : []),
    ...(shape.guardsEnded
      ? [sql`(conversations.closed_at is null or conversations.closed_at >= ${values.endedBefore}::timestamptz)`]
      : []),
    ...(shape.hasClientId
      ? [
          sql`not exists (select from messages
            where conversation_id = ${conversationId} and client_message_id = ${clientMessageId}
              and sender_type = ${senderType})`,
        ]
      : []),
    ...(shape.guardsAiEpoch ? [sql`conversations.ai_epoch = ${values.onlyIfAiEpoch}`] : []),
    ...(shape.guardsLastSeq ? [sql`conversations.last_seq = ${values.onlyIfLastSeq}`] : []),
    ...(shape.guardsBasedOn
      ? [
          sql`case when conversations.representative_seq_by is distinct from ${senderId}::uuid
            then conversations.representative_seq else conversations.other_representative_seq end <= ${values.basedOnSeq}`,
        ]
      : []),
  ];
  const reopens = shape.senderType === 'customer';
  const isPersonal = shape.senderType === 'representative';
  return sql`
    with moment as (
      select uuidv7() as id, coalesce(${values.createdAt}::timestamptz(3), clock_timestamp()) as at
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
        ${reopens ? sql`last_activity_no = conversations.last_activity_no + ${isBroughtBack}::int,` : sql``}
        ${afterMessage(shape, senderId)}
      from moment
      where ${sql.join(guards, sql` and `)}
      returning conversations.*, old.status as former_status, old.snoozed_until as former_snoozed_until,
        old.snoozed_by as former_snoozed_by, old.last_message_id is null as is_first, old.unanswered_count as answered_count,
        old.unanswered_since as asked_at, old.representative_seq as former_representative_seq,
        greatest(0, old.unanswered_count * extract(epoch from conversations.last_message_at - old.unanswered_since)
          - old.unanswered_offset_seconds) as waited_seconds${isPersonal ? formerOwner(senderId) : sql``}
    ), stored as (
      insert into messages (conversation_id, seq, id, client_message_id, sender_type, sender_id, sender_name,
        message_type, content, via, customer_message_count, created_at${shape.hasFiles ? sql`, attachment_ids` : sql``}${shape.hasOriginal ? sql`, original` : sql``}${shape.hasMarkdown ? sql`, markdown` : sql``}${shape.hasReplyTo ? sql`, reply_to` : sql``}${shape.hasSources ? sql`, sources` : sql``}${shape.hasChoices ? sql`, choices` : sql``}${shape.hasBlocks ? sql`, blocks` : sql``}${shape.hasResponse || shape.mayPress ? sql`, response` : sql``}${shape.hasEmail ? sql`, email` : sql``})
      select id, last_seq, last_message_id, last_message_client_id, last_message_sender_type, last_message_sender_id,
        last_message_sender_name, 'text', ${content}, ${via}, customer_message_count, last_message_at${shape.hasFiles ? sql`, ${values.attachmentIds}::uuid[]` : sql``}${shape.hasOriginal ? sql`, ${values.original}::jsonb` : sql``}${shape.hasMarkdown ? sql`, ${values.markdown}` : sql``}${shape.hasReplyTo ? sql`, case when id = ${values.quotedIn}::uuid then ${values.replyTo}::uuid end` : sql``}${shape.hasSources ? sql`, ${values.sources}::jsonb` : sql``}${shape.hasChoices ? sql`, ${values.choices}::jsonb` : sql``}${shape.hasBlocks ? sql`, ${values.blocks}::jsonb` : sql``}${shape.hasResponse ? sql`, ${values.response}::jsonb` : shape.mayPress ? pressedBy(content) : sql``}${shape.hasEmail ? sql`, ${values.emailFlags}::jsonb` : sql``}
      from bumped${shape.mayPress ? sql` returning response` : sql``}
    )${shape.hasEmail ? storingEmail(values) : sql``}, answered as (
      insert into answers (conversation_id, seq, sender_type, sender_id, customer_messages, waited_seconds, answered_at)
      select id, last_seq, last_message_sender_type, last_message_sender_id, answered_count, waited_seconds,
        last_message_at
      from bumped where answered_count > 0 and unanswered_count = 0 and not hidden
    )${reopens ? sql`` : firstAnswered}${isPersonal ? byRepresentative(values) : sql``}, counted as (
      update totals set messages = totals.messages + 1
      from bumped where totals.slot = (pg_backend_pid() % 64)::smallint and not bumped.hidden
    ), ${reopens ? sql`${bringingBack}, ` : sql``}event as (
      insert into outbox (type, conversation_id, payload)
      select 'message.posted', id, jsonb_build_object('type', 'message.posted', 'conversationId', id, 'seq', last_seq,
        'senderType', last_message_sender_type, 'opened', is_first)
        || case when ${reopens ? wasBroughtBack : sql`false`} then jsonb_build_object('activityNo', last_activity_no) else '{}' end
        ${shape.hasResponse ? sql`|| jsonb_strip_nulls(jsonb_build_object('formId', ${values.response}::jsonb #>> '{form,id}'))` : sql``}
      from bumped
      returning id, payload
    )
    select ${conversationColumns}, ${unreadByUser} as unread, conversations.hidden, conversations.ai_epoch,
      event.id as event_id, event.payload as event${shape.mayPress ? sql`, (select response from stored) as response` : sql``}${isPersonal ? whatFollowed : sql``}
    from bumped as conversations cross join event
  `;
}
