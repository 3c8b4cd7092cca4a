/** Undoes one activity with another activity; refused if later changes build on it (`@parley/contracts/conversations/undo` defines when). */
import type { Activity, ActivityFields, ChangeKind, InTheWay } from '@parley/contracts/conversations/activities';
import {
  columnOf,
  conversationFields,
  restoredFields,
  settableFields,
} from '@parley/contracts/conversations/conversation-fields';
import { tagsPerConversationMax } from '@parley/contracts/conversations/limits';
import { changedAttributes, undoability } from '@parley/contracts/conversations/undo';
import { type RawBuilder, sql } from 'kysely';
import { type ActivityRow, activityColumns, toActivity } from '../activities/entity.ts';
import { snakeCase } from '../column-names.ts';
import type { Database } from '../database.ts';
import type { Undoing } from './commands.ts';
import { valueFor } from './fields.ts';
import { keptColumns, type Transition, type Transitioned, transition } from './transition.ts';

export type Undone =
  | Extract<Transitioned, { outcome: 'done' | 'not_found' }>
  /** It was already undone, by that activity. */
  | { outcome: 'undone_before'; activity: Activity }
  | { outcome: 'in_the_way'; inTheWay: InTheWay }
  /** `never` for a kind of activity that can't be undone, `past` for a snooze until a time in the past. */
  | { outcome: 'not_undoable'; why: 'never' | 'past' }
  /** Its tags would be too many by now. */
  | { outcome: 'full' }
  /** Others change it all the time. */
  | { outcome: 'busy' };

type Message = NonNullable<InTheWay['message']>;
type Kept = Record<(typeof keptColumns)[number], unknown>;

/** State that is needed to undo an activity. */
interface Situation {
  activity: Activity;
  kept: Kept | null;
  lastActivityNo: number;
  lastSeq: number;
  /** The activity and all later ones. */
  activities: Activity[];
  messages: Message[];
}

/** Maximum number of times that the change is planned while others change the conversation. */
const attempts = 5;

/** Restores what an activity changed, unless later changes build on it. */
export async function undoActivity(
  db: Database,
  conversationId: string,
  activityNo: number,
  how: Pick<Transition, 'cause' | 'batchId'>,
): Promise<Undone> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const situation = await read(db, conversationId, activityNo);
    if (!situation) return { outcome: 'not_found' };
    const { activities, messages, lastActivityNo, lastSeq } = situation;
    const can = undoability(activities, messages, Date.now(), activityNo).get(activityNo) ?? { state: 'never' };
    if (can.state === 'undone') return { outcome: 'undone_before', activity: can.by };
    if (can.state === 'never' || can.state === 'past') return { outcome: 'not_undoable', why: can.state };
    if (can.state === 'in_the_way') {
      const { activity, message } = can;
      return { outcome: 'in_the_way', inTheWay: { ...(activity && { activity }), ...(message && { message }) } };
    }
    const result = await transition(db, conversationId, [{ type: 'undo', ...undoing(situation) }], {
      ...how,
      undoOf: activityNo,
      lastActivityNo,
    });
    if (result.outcome === 'done' || result.outcome === 'not_found') return result;
    const now = await read(db, conversationId, activityNo);
    // Nobody did anything: it is the tags, to which others were added.
    if (now?.lastActivityNo === lastActivityNo && now.lastSeq === lastSeq) return { outcome: 'full' };
  }
  return { outcome: 'busy' };
}

/** Reads the conversation first, so that newer activities and messages cause the change to be planned again. */
async function read(db: Database, conversationId: string, activityNo: number): Promise<Situation | undefined> {
  const found = await sql<Pick<Situation, 'lastActivityNo' | 'lastSeq' | 'kept'>>`
    select last_activity_no, last_seq, kept from conversations join activities on activities.conversation_id = conversations.id
    where conversations.id = ${conversationId} and activity_no = ${activityNo}
  `.execute(db);
  const [state] = found.rows;
  const { rows } = await sql<ActivityRow>`
    select ${activityColumns} from activities
    where conversation_id = ${conversationId} and activity_no >= ${activityNo} order by activity_no
  `.execute(db);
  const activities = rows.map(toActivity);
  const [activity] = activities;
  if (!state || activity?.activityNo !== activityNo) return undefined;
  const { rows: messages } = await sql<Omit<Message, 'createdAt'> & { createdAt: Date }>`
    select * from (
      select distinct on (sender_type, sender_id) seq, sender_type, sender_id, sender_name, created_at
      from messages where conversation_id = ${conversationId} and seq > ${activity.afterSeq}
      order by sender_type, sender_id, seq desc
    ) newest order by seq
  `.execute(db);
  return {
    ...state,
    activity,
    activities,
    messages: messages.map((message) => ({ ...message, createdAt: message.createdAt.toISOString() })),
  };
}

/** Assignments that restore a field where its earlier value alone would not do. */
const restored: Partial<Record<keyof ActivityFields, (value: unknown) => Undoing['set']>> = {
  // A representative who was deleted or deactivated is not assigned again.
  assignedRepresentativeId: (value) => ({
    assigned_representative_id: sql`(select id from users where id = ${value}::uuid and is_active)`,
  }),
  teamId: (value) => ({ team_id: sql`(select id from teams where id = ${value}::uuid)` }),
  snoozedBy: (value) => ({ snoozed_by: sql`(select id from users where id = ${value}::uuid)` }),
  isSpam: (value) => ({
    spam_at: sql`case when ${value}::boolean then now() end`,
    hidden: sql`${value}::boolean`,
  }),
};

function undoing({ activity, kept, lastSeq }: Situation): Undoing {
  const { before, after } = activity;
  const set: Record<string, RawBuilder<unknown>> = {};
  for (const name of restoredFields) {
    const value = before[name];
    if (value === undefined) continue;
    Object.assign(set, restored[name]?.(value) ?? { [snakeCase(columnOf(name))]: valueFor(value) });
  }
  if (before.tagIds && after.tagIds) set.tag_ids = tagsBefore(before.tagIds, after.tagIds);
  if (before.mergedIds && after.mergedIds) set.merged_ids = mergedBefore(before.mergedIds, after.mergedIds);
  const keys = changedAttributes(activity);
  if (keys.length > 0) set.attributes = attributesBefore(before.attributes ?? {}, keys);
  if (kept) Object.assign(set, keptBefore(kept, activity, lastSeq));
  const tagsFit = set.tag_ids && sql<boolean>`cardinality(${set.tag_ids}) <= ${tagsPerConversationMax}`;
  return {
    announces: announces(activity),
    set,
    isAllowed: sql<boolean>`(last_seq = ${lastSeq} and ${tagsFit ?? sql`true`})`,
  };
}

/** Removes the tags that were added and restores those that were removed, except deleted ones. */
function tagsBefore(before: readonly string[], after: readonly string[]): RawBuilder<unknown> {
  const added = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
  const merged = sql`array(
    select tag_id from unnest(conversations.tag_ids || ${removed}::uuid[]) with ordinality as given (tag_id, place)
    where tag_id <> all(${added}::uuid[]) group by tag_id order by min(place))`;
  // Restores the order of tags too, if they haven't changed since.
  const tagIds = sql`(case when conversations.tag_ids = ${after}::uuid[] then ${before}::uuid[] else ${merged} end)`;
  return sql`array(
    select tag_id from unnest(${tagIds}) with ordinality as wanted (tag_id, place)
    where tag_id = any(conversations.tag_ids)
      or tag_id in (select id from (select id from tags where id = any(${removed}::uuid[]) for key share) as known)
    order by place)`;
}

/** `merge.ts` looks after the other side of it. */
function mergedBefore(before: readonly string[], after: readonly string[]): RawBuilder<unknown> {
  const added = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
  return sql`array(
    select id from unnest(conversations.merged_ids || ${removed}::uuid[]) as merged (id) where id <> all(${added}::uuid[]))`;
}

/** Restores the attributes that changed, except deleted ones. */
function attributesBefore(
  before: NonNullable<ActivityFields['attributes']>,
  keys: readonly string[],
): RawBuilder<unknown> {
  const values = Object.fromEntries(keys.flatMap((key) => (before[key] ? [[key, before[key]]] : [])));
  return sql`(conversations.attributes - ${keys}::text[]) || (
    select coalesce(jsonb_object_agg(given.key, given.value), '{}')
    from jsonb_each(${JSON.stringify(values)}::jsonb) as given
    where given.key in (select key from attributes where subject = 'conversation'))`;
}

/** Returns the columns that depend on the status. Unanswered counts are restored only if nothing was written since. */
function keptBefore(kept: Kept, { before, afterSeq }: Activity, lastSeq: number): Record<string, RawBuilder<unknown>> {
  const isQuiet = lastSeq === afterSeq;
  const brought = keptColumns.filter(
    (column) =>
      column in kept &&
      (isQuiet || column === 'hand_off_summary' || (before.status && !column.startsWith('unanswered'))),
  );
  return Object.fromEntries(
    brought.map((column) => [column, sql`(${JSON.stringify(kept)}::jsonb ->> ${column})${castOf[column]}`]),
  );
}

const castOf: Record<(typeof keptColumns)[number], RawBuilder<unknown>> = {
  waiting_since: sql`::timestamptz`,
  closed_at: sql`::timestamptz`,
  unanswered_count: sql`::integer`,
  unanswered_since: sql`::timestamptz`,
  unanswered_offset_seconds: sql`::double precision`,
  hand_off_summary: sql`::jsonb`,
};

/** Returns the kind of change that the undo is announced as. */
function announces({ before, after }: Activity): ChangeKind {
  if (before.mergedInto !== undefined) return before.mergedInto === null ? 'unmerged' : 'merged';
  if (before.mergedIds) return before.mergedIds.length < (after.mergedIds ?? []).length ? 'unmerged' : 'merged';
  if (before.isSpam !== undefined) return before.isSpam ? 'marked_spam' : 'unmarked_spam';
  if (before.status === 'closed') return 'closed';
  if (after.status === 'closed') return 'reopened';
  if (['status', 'isAiAssisted', 'assignedRepresentativeId', 'teamId'].some((field) => field in before))
    return 'assigned';
  if ('snoozedUntil' in before || 'wakesOnReply' in before)
    return before.snoozedUntil === null ? 'unsnoozed' : 'snoozed';
  const name = settableFields.find((each) => each in before);
  if (name) return conversationFields[name].activity;
  return before.tagIds ? 'tagged' : 'described';
}
