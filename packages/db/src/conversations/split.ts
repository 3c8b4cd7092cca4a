/**
 * Splits messages off into a new conversation of the same customer. The messages are stored again there, numbered from 1;
 * in their former places stay empty ones that name it, so that no other seq changes.
 */
import type { Activity, Cause } from '@parley/contracts/conversations/activities';
import type { OutboxEvent } from '@parley/contracts/events';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { activitiesAfter } from '../activities/read.ts';
import type { Database, Transaction } from '../database.ts';
import type { ConversationsTable } from '../tables/conversations.ts';
import { deleteConversation, type Deletion } from './delete.ts';
import { countConversations } from './totals.ts';
import { type Transitioned, transition } from './transition.ts';
import type { Undone } from './undo.ts';

type Changed = Extract<Transitioned, { outcome: 'done' }>;
type Row = Selectable<ConversationsTable>;

/** Why messages can't be split off. */
export type NotSplit = {
  outcome:
    | 'not_found'
    | 'hidden'
    /** It was merged into another one, or another one into it. */
    | 'merged'
    /** A message doesn't exist, was removed or was split off before. */
    | 'no_such_message'
    /** Nothing would be left. */
    | 'everything'
    /** A mail with some of them is on its way. */
    | 'being_mailed';
};

export type Split =
  /** `updates` announces the messages that became empty. */
  | { outcome: 'done'; from: Changed; into: Changed; updates: OutboxEvent[] }
  /** Done before under this request. */
  | { outcome: 'repeated'; intoId: string }
  | NotSplit;

interface MovedMessage {
  seq: number;
  id: string;
  clientMessageId: string | null;
  senderType: 'customer' | 'ai' | 'representative';
  senderId: string | null;
  senderName: string | null;
  preview: string;
  customerMessageCount: number;
  createdAt: Date;
}

/** `seqs` in ascending order. */
export interface SplitRequest {
  fromId: string;
  seqs: readonly number[];
  requestId: string;
}

export async function splitConversation(
  db: Transaction,
  { fromId, seqs, requestId }: SplitRequest,
  cause: Cause,
): Promise<Split> {
  const from = await hold(db, fromId);
  if (!from) return { outcome: 'not_found' };
  const before = await splitOffBefore(db, fromId, requestId);
  if (before !== undefined) return { outcome: 'repeated', intoId: before };
  if (from.hidden) return { outcome: 'hidden' };
  if (from.mergedInto !== null || from.mergedIds.length > 0) return { outcome: 'merged' };
  const moved = await messagesOf(db, fromId, seqs);
  if (moved.length < seqs.length || moved.length === 0) return { outcome: 'no_such_message' };
  if (!(await hasOthers(db, fromId, seqs))) return { outcome: 'everything' };
  if (await isBeingMailed(db, fromId, seqs)) return { outcome: 'being_mailed' };

  const unanswered = await unansweredOf(db, from);
  const intoId = await createFor(db, from, { moved, unanswered, requestId });
  await countConversations(db, 1, moved.length);
  await copyMessages(db, { fromId, intoId, seqs });
  await splitReads(db, { fromId, intoId, moved });
  await moveWhatBelongs(db, { fromId, intoId, seqs, to: places(seqs) });
  await emptyMessages(db, { from, intoId, seqs });
  const updates = await announceUpdates(db, fromId, seqs);

  const customers = moved.filter(({ senderType }) => senderType === 'customer');
  const unreadBeyond = (count: number) => customers.filter((each) => each.customerMessageCount > count).length;
  const left = unanswered.filter(({ seq }) => !seqs.includes(seq));
  const isSettled = from.status === 'waiting' && left.length === 0 && unanswered.length > 0;
  const set: Record<string, RawBuilder<unknown>> = {
    ...unansweredColumns(left),
    last_edit_no: sql`${from.lastEditNo + moved.length}`,
    customer_messages_read: sql`${from.customerMessagesRead + unreadBeyond(from.customerMessagesRead)}`,
    ...(from.readByDefault !== null && {
      read_by_default: sql`${from.readByDefault + unreadBeyond(from.readByDefault)}`,
    }),
    ...(isSettled && { status: sql`'active'` }),
    ...(left.length === 0 && { waiting_since: sql`null` }),
    ...(seqs.includes(from.lastSeq) && { last_message_preview: sql`''` }),
  };
  const split = { seqs: [...seqs] };
  return {
    outcome: 'done',
    from: done(
      await transition(db, fromId, [{ type: 'split', set }], { cause, split: { ...split, conversationId: intoId } }),
    ),
    into: done(
      await transition(db, intoId, [{ type: 'split_off', fromId }], {
        cause,
        split: { ...split, conversationId: fromId },
      }),
    ),
    updates,
  };
}

/** Unwraps a change that can't have failed, because the conversation is locked. */
function done(changed: Transitioned): Changed {
  if (changed.outcome !== 'done') throw new Error(`A conversation that is held is ${changed.outcome}.`);
  return changed;
}

const hold = (db: Transaction, id: string): Promise<Row | undefined> =>
  db.selectFrom('conversations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

async function splitOffBefore(db: Transaction, fromId: string, requestId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where('clientConversationId', '=', requestId)
    .where(sql<boolean>`related_ids @> ${JSON.stringify([fromId])}::jsonb`)
    .executeTakeFirst();
  return row?.id;
}

async function messagesOf(db: Transaction, id: string, seqs: readonly number[]): Promise<MovedMessage[]> {
  const { rows } = await sql<MovedMessage>`
    select seq, id, client_message_id, sender_type, sender_id, sender_name, customer_message_count, created_at,
      left(case when content <> '' then content else coalesce((
        select string_agg(name, ', ' order by array_position(attachment_ids, files.id)) from files
        where files.id = any(attachment_ids)), '') end, 300) as preview
    from messages where conversation_id = ${id} and seq = any(${seqs}::integer[]) and removed_at is null
    order by seq
  `.execute(db);
  return rows;
}

async function hasOthers(db: Transaction, id: string, seqs: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from messages
    where conversation_id = ${id} and removed_at is null and seq <> all(${seqs}::integer[]) limit 1
  `.execute(db);
  return rows.length > 0;
}

/** A mail of answers that was neither sent nor given up reads them when it is sent. */
async function isBeingMailed(db: Transaction, id: string, seqs: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from deliveries
    where conversation_id = ${id} and payload ->> 'kind' = 'digest' and status in ('pending', 'failed')
      and exists (select from unnest(${seqs}::integer[]) seq
        where seq between (payload ->> 'fromSeq')::integer and (payload ->> 'toSeq')::integer)
    limit 1
  `.execute(db);
  return rows.length > 0;
}

/** A message of the customer's that waits for an answer. */
type Unanswered = Pick<MovedMessage, 'seq' | 'createdAt'>;

/** Returns the customer's messages without an answer, oldest first. */
async function unansweredOf(
  db: Transaction,
  { id, unansweredCount }: Pick<Row, 'id' | 'unansweredCount'>,
): Promise<Unanswered[]> {
  if (unansweredCount === 0) return [];
  const { rows } = await sql<Unanswered>`
    select * from (
      select seq, created_at from messages
      where conversation_id = ${id} and sender_type = 'customer' and removed_at is null
      order by seq desc limit ${unansweredCount}
    ) newest order by seq
  `.execute(db);
  return rows;
}

/** Columns of the waiting time, as storing these messages one after the other leaves them. */
function unansweredColumns(messages: readonly Unanswered[]): Record<string, RawBuilder<unknown>> {
  const since = messages[0]?.createdAt ?? null;
  const offset = messages.reduce(
    (sum, { createdAt }) => sum + (createdAt.getTime() - (since?.getTime() ?? 0)) / 1000,
    0,
  );
  return {
    unanswered_count: sql`${messages.length}::integer`,
    unanswered_since: sql`${since}::timestamptz`,
    unanswered_offset_seconds: sql`${offset}::double precision`,
  };
}

/** Columns that the new conversation has from the other one. */
const inherited = [
  'website_id',
  'website_domain',
  'page_path',
  'visitor_id',
  'customer_email',
  'proven_email',
  'customer_name',
  'subject',
  'mailbox_id',
  'channel',
  'assigned_representative_id',
  'team_id',
  'priority',
  'participants',
  'is_blocked',
  'came_from',
];

async function createFor(
  db: Transaction,
  from: Row,
  { moved, unanswered, requestId }: { moved: MovedMessage[]; unanswered: Unanswered[]; requestId: string },
): Promise<string> {
  const waiting = unanswered.filter(({ seq }) => moved.some((each) => each.seq === seq));
  const isWaiting = waiting.length > 0 && (from.status === 'waiting' || from.assignedRepresentativeId === null);
  const customers = moved.filter(({ senderType }) => senderType === 'customer');
  const byTeam = moved.flatMap(({ senderType, senderId }, index) =>
    senderType === 'representative' ? [{ senderId, seq: index + 1 }] : [],
  );
  const newest = byTeam.at(-1);
  const byAnother = byTeam.findLast(({ senderId }) => senderId !== newest?.senderId);
  /** Number of the messages up to a position in the other conversation. */
  const upTo = (seq: number) => moved.filter((each) => each.seq <= seq).length;
  const readUpTo = (count: number) => customers.filter((each) => each.customerMessageCount <= count).length;
  const last = moved.at(-1);
  const columns: Record<string, RawBuilder<unknown>> = {
    client_conversation_id: sql`${requestId}::uuid`,
    status: sql`${isWaiting ? 'waiting' : 'active'}`,
    is_ai_assisted: sql`false`,
    waiting_since: sql`${waiting[0]?.createdAt ?? null}::timestamptz`,
    last_seq: sql`${moved.length}::integer`,
    last_edit_no: sql`${from.lastEditNo}::integer`,
    last_message_client_id: sql`${last?.clientMessageId}::uuid`,
    last_message_sender_type: sql`${last?.senderType}`,
    last_message_sender_id: sql`${last?.senderId}::uuid`,
    last_message_sender_name: sql`${last?.senderName}`,
    last_message_preview: sql`${last?.preview}`,
    last_message_at: sql`${last?.createdAt}::timestamptz`,
    customer_message_count: sql`${customers.length}::integer`,
    customer_messages_read: sql`${readUpTo(from.customerMessagesRead)}::integer`,
    read_by_default: sql`${from.readByDefault === null ? null : readUpTo(from.readByDefault)}::integer`,
    customer_read_seq: sql`${upTo(from.customerReadSeq)}::integer`,
    customer_delivered_seq: sql`${upTo(from.customerDeliveredSeq)}::integer`,
    staff_read_seq: sql`${upTo(from.staffReadSeq)}::integer`,
    staff_delivered_seq: sql`${upTo(from.staffDeliveredSeq)}::integer`,
    emailed_until_seq: sql`${upTo(from.emailedUntilSeq)}::integer`,
    representative_seq: sql`${newest?.seq ?? 0}::integer`,
    representative_seq_by: sql`${newest?.senderId ?? null}::uuid`,
    other_representative_seq: sql`${byAnother?.seq ?? 0}::integer`,
    ...unansweredColumns(waiting),
  };
  const names = sql.raw(inherited.join(', '));
  const { rows } = await sql<{ id: string }>`
    insert into conversations (${names}, ${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
    select ${names}, ${sql.join(Object.values(columns))} from conversations where id = ${from.id}
    returning id
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A conversation that is held is not there.');
  return row.id;
}

interface Between {
  fromId: string;
  intoId: string;
  seqs: readonly number[];
}

async function copyMessages(db: Transaction, { fromId, intoId, seqs }: Between): Promise<void> {
  await sql`
    with moved as materialized (
      select messages.*, uuidv7() as new_id, row_number() over (order by seq) as new_seq,
        count(*) filter (where sender_type = 'customer') over (order by seq) as new_count
      from messages where conversation_id = ${fromId} and seq = any(${seqs}::integer[])
    ), stored as (
      insert into messages (conversation_id, seq, id, client_message_id, sender_type, sender_id, sender_name, message_type,
        content, markdown, via, customer_message_count, attachment_ids, original, sources, choices, blocks, response, email, copied_seq,
        edit_no, edited_at, reply_to, reactions, reaction_no, recipients, created_at)
      select ${intoId}::uuid, new_seq, new_id, client_message_id, sender_type, sender_id, sender_name, message_type,
        content, markdown, via, new_count, attachment_ids, original, sources, choices, blocks, case when response -> 'to' = 'null' then response else response || jsonb_build_object('to',
          (select asked.new_id from moved asked where asked.id::text = moved.response ->> 'to')) end, email, copied_seq,
        edit_no, edited_at, (select quoted.new_id from moved quoted where quoted.id = moved.reply_to), reactions,
        reaction_no, recipients, created_at
      from moved order by new_seq
    )
    update conversations set last_message_id = (select new_id from moved order by seq desc limit 1)
    where id = ${intoId}
  `.execute(db);
}

/** Messages that users have read stay read in both; unread ones count in the new conversation alone. */
async function splitReads(
  db: Transaction,
  { fromId, intoId, moved }: Omit<Between, 'seqs'> & { moved: readonly MovedMessage[] },
): Promise<void> {
  const customers = moved.filter(({ senderType }) => senderType === 'customer');
  const counts = customers.map(({ customerMessageCount }) => customerMessageCount);
  const seqs = moved.map(({ seq }) => seq);
  await sql`
    insert into reads (conversation_id, user_id, seq, customer_messages, activity_no, marked_unread)
    select ${intoId}::uuid, user_id, (select count(*) from unnest(${seqs}::integer[]) moved where moved <= reads.seq),
      (select count(*) from unnest(${counts}::integer[]) moved where moved <= reads.customer_messages), 1, false
    from reads where conversation_id = ${fromId}
  `.execute(db);
  await sql`
    update reads set customer_messages = customer_messages
      + (select count(*) from unnest(${counts}::integer[]) moved where moved > reads.customer_messages)
    where conversation_id = ${fromId}
  `.execute(db);
}

const places = (seqs: readonly number[]): number[] => seqs.map((_, index) => index + 1);

/** Moves what is stored beside the messages: emails, their Message-IDs, files, versions, answers and sent mails. */
async function moveWhatBelongs(
  db: Transaction,
  { fromId, intoId, seqs, to }: Between & { to: readonly number[] },
): Promise<void> {
  const given = sql`unnest(${seqs}::integer[], ${to}::integer[]) as place (was, becomes)`;
  for (const table of [
    'message_emails',
    'mail_messages',
    'files',
    'message_edits',
    'ai_answers',
    'message_translations',
  ])
    await sql`
      update ${sql.ref(table)} as kept set conversation_id = ${intoId}::uuid, seq = place.becomes
      from ${given} where kept.conversation_id = ${fromId} and kept.seq = place.was
        ${table === 'ai_answers' ? sql`and kept.kind = 'reply'` : sql``}
    `.execute(db);
  await sql`
    update deliveries set conversation_id = ${intoId}::uuid, payload = payload || jsonb_build_object(
      'fromSeq', first.becomes, 'toSeq', last.becomes)
    from ${sql`unnest(${seqs}::integer[], ${to}::integer[])`} as first (was, becomes),
      ${sql`unnest(${seqs}::integer[], ${to}::integer[])`} as last (was, becomes)
    where deliveries.conversation_id = ${fromId} and payload ->> 'kind' = 'digest'
      and first.was = (payload ->> 'fromSeq')::integer and last.was = (payload ->> 'toSeq')::integer
      and last.was - first.was = last.becomes - first.becomes
  `.execute(db);
}

async function emptyMessages(
  db: Transaction,
  { from, intoId, seqs }: { from: Row; intoId: string; seqs: readonly number[] },
): Promise<void> {
  await sql`
    update messages set content = '', markdown = null, attachment_ids = null, email = null, sources = null,
      choices = null, blocks = null, response = null, original = null, reactions = null, edited_at = null, removed_at = now(), moved_to = ${intoId}::uuid,
      edit_no = ${from.lastEditNo}::integer + array_position(${seqs}::integer[], seq)
    where conversation_id = ${from.id} and seq = any(${seqs}::integer[])
  `.execute(db);
}

async function announceUpdates(db: Transaction, id: string, seqs: readonly number[]): Promise<OutboxEvent[]> {
  const { rows } = await sql<OutboxEvent>`
    insert into outbox (type, conversation_id, payload)
    select 'message.updated', conversation_id, jsonb_build_object('type', 'message.updated',
      'conversationId', conversation_id, 'seq', seq, 'editNo', edit_no)
    from messages where conversation_id = ${id} and seq = any(${seqs}::integer[]) order by seq
    returning id, payload as event
  `.execute(db);
  return rows;
}

/** Returns the two conversations and the messages of an activity that split them; undefined for any other activity. */
export function splitOf({ kind, conversationId, after }: Activity): (Between & { seqs: number[] }) | undefined {
  if (!after.split || (kind !== 'split' && kind !== 'split_off')) return undefined;
  const { conversationId: otherId, seqs } = after.split;
  return kind === 'split'
    ? { fromId: conversationId, intoId: otherId, seqs }
    : { fromId: otherId, intoId: conversationId, seqs };
}

export type SplitUndone =
  | { outcome: 'done'; from: Changed; updates: OutboxEvent[]; deletion: Deletion }
  | Exclude<Undone, { outcome: 'done' }>;

/** Brings the messages back and deletes the new conversation, unless anything has happened there since. */
export async function undoSplit(
  db: Transaction,
  { fromId, intoId, seqs }: Between,
  cause: Cause,
): Promise<SplitUndone> {
  const rows = await sql<{ id: string }>`
    select id from conversations where id = any(${[fromId, intoId]}::uuid[]) order by id for update
  `.execute(db);
  if (!rows.rows.some(({ id }) => id === fromId)) return { outcome: 'not_found' };
  const [from, into] = [await hold(db, fromId), await hold(db, intoId)];
  const activities = await activitiesAfter(db, fromId, 0, Number.MAX_SAFE_INTEGER);
  const own = activities.find(({ kind, after }) => kind === 'split' && after.split?.conversationId === intoId);
  if (!from || !own) return { outcome: 'not_found' };
  const undo = activities.find(({ undoOf }) => undoOf === own.activityNo);
  if (undo) return { outcome: 'undone_before', activity: undo };
  if (!into || into.mergedInto !== null || from.mergedInto !== null) return { outcome: 'not_undoable', why: 'never' };
  const inTheWay = await builtOn(db, into, seqs.length);
  if (inTheWay) return { outcome: 'in_the_way', inTheWay };

  const unanswered = [...(await unansweredOf(db, from)), ...(await unansweredThere(db, into, seqs))].toSorted(
    (one, other) => one.seq - other.seq,
  );
  await giveReadsBack(db, { fromId, into });
  await sql`
    update messages as own set content = moved.content, markdown = moved.markdown, attachment_ids = moved.attachment_ids,
      email = moved.email, sources = moved.sources, choices = moved.choices, blocks = moved.blocks,
      response = case when moved.response is not null then moved.response || jsonb_build_object('to', (select back.id
        from messages asked join messages back on back.conversation_id = ${fromId}
          and back.seq = (${seqs}::integer[])[asked.seq]
        where asked.conversation_id = ${intoId} and asked.id::text = moved.response ->> 'to')) end, original = moved.original,
      reactions = moved.reactions, reaction_no = moved.reaction_no, edited_at = moved.edited_at, removed_at = moved.removed_at,
      moved_to = null, edit_no = ${from.lastEditNo}::integer + moved.seq
    from messages moved
    where own.conversation_id = ${fromId} and moved.conversation_id = ${intoId}
      and own.seq = (${seqs}::integer[])[moved.seq]
  `.execute(db);
  // Versions written there have numbers that may be taken here.
  const lastEditNo = Math.max(from.lastEditNo + seqs.length, into.lastEditNo);
  await sql`
    update message_edits set edit_no = ${lastEditNo}::integer + edit_no where conversation_id = ${intoId}
  `.execute(db);
  await moveWhatBelongs(db, { fromId: intoId, intoId: fromId, seqs: places(seqs), to: seqs });
  await sql`update scheduled_messages set conversation_id = ${fromId} where conversation_id = ${intoId}`.execute(db);
  const updates = await announceUpdates(db, fromId, seqs);
  const deletion = await deleteConversation(db, intoId);
  const { before, after } = own;
  const set: Record<string, RawBuilder<unknown>> = {
    ...unansweredColumns(unanswered),
    last_edit_no: sql`${lastEditNo * 2 + seqs.length}::integer`,
    ...(before.status && from.status === after.status && { status: sql`${before.status}` }),
    waiting_since: sql`least(${into.waitingSince}::timestamptz, ${from.waitingSince}::timestamptz)`,
    ...(seqs.includes(from.lastSeq) && { last_message_preview: sql`${into.lastMessagePreview}` }),
  };
  const undone = await transition(db, fromId, [{ type: 'undo', announces: 'split', set, isAllowed: sql`true` }], {
    cause,
    undoOf: own.activityNo,
  });
  return { outcome: 'done', from: done(undone), updates, deletion };
}

/** The customer's unanswered messages of the new conversation, with the seqs that they get back. */
async function unansweredThere(db: Transaction, into: Row, seqs: readonly number[]): Promise<Unanswered[]> {
  return (await unansweredOf(db, into)).map(({ seq, createdAt }) => ({ seq: seqs[seq - 1] ?? seq, createdAt }));
}

async function giveReadsBack(db: Transaction, { fromId, into }: { fromId: string; into: Row }): Promise<void> {
  await sql`
    update reads set customer_messages = greatest(0, reads.customer_messages - (${into.customerMessageCount}::integer
      - coalesce(theirs.customer_messages, ${into.readByDefault ?? into.customerMessagesRead}::integer)))
    from reads own left join reads theirs on theirs.conversation_id = ${into.id} and theirs.user_id = own.user_id
    where reads.conversation_id = ${fromId} and own.conversation_id = ${fromId} and own.user_id = reads.user_id
  `.execute(db);
}

/** The first message, or activity that still applies, of the new conversation since it was split off. */
async function builtOn(
  db: Transaction,
  into: Row,
  count: number,
): Promise<Extract<Undone, { outcome: 'in_the_way' }>['inTheWay'] | undefined> {
  const { rows } = await sql<{
    seq: number;
    senderType: 'customer' | 'ai' | 'representative';
    senderId: string | null;
    senderName: string | null;
    createdAt: Date;
  }>`
    select seq, sender_type, sender_id, sender_name, created_at from messages
    where conversation_id = ${into.id} and seq > ${count} order by seq limit 1
  `.execute(db);
  const [message] = rows;
  if (message) return { message: { ...message, createdAt: message.createdAt.toISOString() } };
  const activities = await activitiesAfter(db, into.id, 1, Number.MAX_SAFE_INTEGER);
  const undone = new Set(activities.map(({ undoOf }) => undoOf));
  const activity = activities.findLast(({ kind, activityNo }) => kind !== 'undone' && !undone.has(activityNo));
  return activity && { activity };
}

/** Returns whether a conversation was split off from another one. */
export async function isSplitOff(db: Database, id: string, fromId: string): Promise<boolean> {
  const { rows } = await sql`
    select from activities where conversation_id = ${id} and kind = 'split_off'
      and after -> 'split' ->> 'conversationId' = ${fromId}::text limit 1
  `.execute(db);
  return rows.length > 0;
}
