/** The one way in which a conversation changes: columns, activity and outbox row in one statement. */
import type {
  Activity,
  ActivityFields,
  Cause,
  DueOfActivity,
  SplitOfActivity,
} from '@parley/contracts/conversations/activities';
import {
  type ConversationStatus,
  fieldOf,
  recordedFields,
  type SeenField,
  seenFields,
} from '@parley/contracts/conversations/conversation-fields';
import type { Conversation } from '@parley/contracts/entities';
import type { DomainEvent, StoredEvent } from '@parley/contracts/events';
import type { RatingOfActivity } from '@parley/contracts/ratings/ratings';
import type { HandOffSummary } from '@parley/contracts/assistant/hand-off-packet';
import type { Text } from '@parley/contracts/i18n/localized-text';
import { tagsPerConversationMax } from '@parley/contracts/conversations/limits';
import type { UnreadByUser } from '@parley/contracts/conversations/reads';
import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import { type ActivityRow, activityColumns, toActivity } from '../activities/entity.ts';
import { recordActivity } from '../activities/record.ts';
import { camelCaseKeys } from '../column-names.ts';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';
import { unreadByUser } from '../reads/unread.ts';
import { type Command, type Effect, effectOfAll } from './commands.ts';
import { type ConversationRow, conversationColumns, toConversation } from './entity.ts';
import { columnRef, valueFor, valueSql } from './fields.ts';
import { findConversation } from './read.ts';
import { type MissingAttribute, missingToClose } from './required-to-close.ts';

/** Conditions that must still be true when the change is made: the first change wins. */
export interface Conditions {
  status?: ConversationStatus | undefined;
  aiEpoch?: number | undefined;
  isAiAssisted?: boolean | undefined;
  /** Requires that there was no activity since then and that it is not snoozed. */
  idleSince?: Date | undefined;
  /** Values that the actor has seen. */
  seen?: Partial<Pick<ActivityFields, SeenField>> | undefined;
  /** The time until which it is snoozed has come. */
  isSnoozeOver?: true | undefined;
  /** The newest activity. */
  lastActivityNo?: number | undefined;
  /** Its customer is not blocked. */
  isWelcome?: true | undefined;
}

export interface Transition extends Conditions {
  cause: Cause;
  /** Why a rule does it. */
  reason?: Text | undefined;
  /** Target that is due. */
  due?: DueOfActivity | undefined;
  /** Customer's answer of a rating. */
  rated?: RatingOfActivity | undefined;
  /** Summary of a hand-off. */
  handOffSummary?: HandOffSummary | null | undefined;
  /** Messages that it splits off, or that were split off into it. */
  split?: SplitOfActivity | undefined;
  /** Made together with others. */
  batchId?: string | undefined;
  /** The activity that this undoes. */
  undoOf?: number | undefined;
  /** Done for a representative who isn't there to fill in what is missing. */
  isUnattended?: true | undefined;
}

export type Transitioned =
  /** `event` is in the outbox until it is dispatched. */
  | {
      outcome: 'done';
      conversation: Conversation;
      unread: UnreadByUser;
      aiEpoch: number;
      activity: Activity;
      event: StoredEvent;
    }
  | { outcome: 'not_found' }
  /** It is closed, through that activity if one records it, and the change needs an open one. */
  | { outcome: 'closed'; conversation: Conversation; activity?: Activity | undefined }
  /** Another representative has it (`by` is null if it is unassigned), through that activity if one records it. */
  | { outcome: 'taken'; conversation: Conversation; by: string | null; activity?: Activity | undefined }
  /** The values that the actor has seen have changed since, through that activity if one records it. */
  | { outcome: 'stale'; conversation: Conversation; activity: Activity | undefined }
  /** It was merged into another one, through that activity if one records it, and is closed for good. */
  | { outcome: 'merged'; conversation: Conversation; activity: Activity | undefined }
  /** Some of its new tags were deleted, or there would be too many. */
  | { outcome: 'no_such_tag' | 'too_many_tags'; conversation: Conversation }
  /** It lacks attributes that it needs before it can be closed. */
  | { outcome: 'incomplete'; conversation: Conversation; missing: MissingAttribute[] }
  /** It already is as the change would make it, or a condition refused the change. */
  | { outcome: 'unchanged'; conversation: Conversation };

/**
 * Runs one command, or several as one, and records it in one activity and one event, without gaps and in the order of the
 * changes. Of two competing changes the first wins; the other changes nothing, and its outcome names the conflict.
 */
export async function transition(
  db: Database,
  id: string,
  commands: readonly [Command, ...Command[]],
  how: Transition,
): Promise<Transitioned> {
  const effect = effectOfAll(commands);
  const { kind, set } = effect;
  const { cause, reason, batchId = null, undoOf = null } = how;
  const isHandOff = kind === 'handed_off';
  const summary = isHandOff && how.handOffSummary ? how.handOffSummary : null;
  const why: ActivityFields | undefined = summary
    ? { handOffSummary: summary }
    : how.split
      ? { split: how.split }
      : reason !== undefined
        ? { reason }
        : how.due
          ? { due: how.due }
          : how.rated && { rated: how.rated };
  const changes = isHandOff ? { ...set, hand_off_summary: sql`${summary && JSON.stringify(summary)}::jsonb` } : set;
  const after = differing('fields_after', 'fields_before');
  const isClosing = commands.some(({ type }) => type === 'close');
  const assignerId = cause.by === 'representative' ? cause.userId : null;
  const isGiven =
    cause.by === 'representative' || cause.by === 'automation' || (cause.by === 'rule' && cause.rule === 'routing');
  const event: Omit<Extract<DomainEvent, { type: 'conversation.changed' }>, 'activityNo'> = {
    type: 'conversation.changed',
    conversationId: id,
    change: effect.announces ?? (kind === 'undone' ? 'reopened' : kind),
    actorId: assignerId,
    reason: reason ?? null,
  };
  const assignments = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const rows = await prepared(
    db,
    sql<
      ConversationRow & {
        unread: UnreadByUser;
        givenTo: string | null;
        aiEpoch: number;
        activity: ActivityRow;
        eventId: string;
        event: DomainEvent;
      }
    >`
      with changed as (
        update conversations set
          updated_at = now(), last_activity_no = conversations.last_activity_no + 1, ${sql.join(assignments)}
        where ${sql.join([sql`conversations.id = ${id}`, ...guards(effect, how), ...(isClosing ? [isComplete(effect, how)] : [])], sql` and `)}
        returning conversations.*, ${fieldsOf('old')} as fields_before, ${fieldsOf('new')} as fields_after,
          case when old.status is distinct from new.status or old.hand_off_summary is distinct from new.hand_off_summary
            then ${keptOfOld} end as kept${isClosing ? sql`, ${leftEmpty} as left_empty` : sql``}
      ), recorded as (
        ${recordActivity(sql`changed`, {
          kind,
          cause: JSON.stringify(cause),
          before: differing('fields_before', 'fields_after'),
          after: sql.join(
            [after, ...(why ? [sql`${JSON.stringify(why)}::jsonb`] : []), ...(isClosing ? [sql`left_empty`] : [])],
            sql` || `,
          ),
          batch_id: batchId,
          undo_of: undoOf,
          kept: sql`kept`,
        })}
        returning *
      ), given as (
        -- Who is given it, by a colleague, a rule or routing, has something to look at.
        insert into reads (conversation_id, user_id, seq, customer_messages, activity_no, marked_unread)
        select id, assigned_representative_id, 0, coalesce(read_by_default, customer_messages_read), 0, true
        from changed
        where ${isGiven} and assigned_representative_id is distinct from ${assignerId}::uuid
          and assigned_representative_id is not null
          and fields_before -> 'assignedRepresentativeId' <> fields_after -> 'assignedRepresentativeId'
        on conflict (conversation_id, user_id) do update set marked_unread = true, updated_at = now()
        returning user_id
      ), event as (
        insert into outbox (type, conversation_id, payload)
        select ${event.type}, id, ${JSON.stringify(event)}::jsonb || jsonb_build_object('activityNo', last_activity_no)
        from changed
        returning id, payload
      )
      select ${conversationColumns}, ${unreadByUser} as unread,
        (select user_id from given) as given_to, conversations.ai_epoch,
        (select row_to_json(activity) from (select ${activityColumns} from recorded as activities) activity) as activity,
        event.id as event_id, event.payload as event
      from changed as conversations cross join event
    `,
  );
  const [row] = rows;
  if (!row) return whyNot(db, id, commands, how);
  return {
    outcome: 'done',
    conversation: toConversation(row),
    unread: row.givenTo === null ? row.unread : withMark(row.unread, row.givenTo),
    aiEpoch: row.aiEpoch,
    activity: toActivity(camelCaseKeys(row.activity)),
    event: { id: row.eventId, event: row.event },
  };
}

/** The statement reads what was unread before it. */
const withMark = ({ readers, others }: UnreadByUser, userId: string): UnreadByUser => {
  const unreadCount = Math.max(1, readers.find((each) => each.userId === userId)?.unreadCount ?? others);
  return { readers: [...readers.filter((each) => each.userId !== userId), { userId, unreadCount }], others };
};

/** The attributes that it is closed without, as an activity records them. */
const leftEmpty = sql`coalesce((select jsonb_build_object('leftEmpty', jsonb_agg(name))
  from (${missingToClose({ isAutomatic: false })}) as missing having count(*) > 0), '{}')`;

/** Nobody is there to fill in what is missing: only attributes that bind automation count. */
const isAutomatic = ({ cause, isUnattended }: Transition): boolean =>
  cause.by !== 'representative' || isUnattended === true;

/** Has what it needs to be closed, once the commands are done. */
const isComplete = ({ set }: Effect, how: Transition): RawBuilder<unknown> =>
  sql`not exists (${missingToClose({ isAutomatic: isAutomatic(how), teamId: set.team_id, attributes: set.attributes })})`;

/** Read under the row's lock. An assistant's own hand-off, known by its epoch, is good while nothing has happened. */
function guards({ kind, isAllowed, isValid, isChange }: Effect, conditions: Conditions): RawBuilder<unknown>[] {
  const { status, aiEpoch, isAiAssisted, idleSince, seen = {}, lastActivityNo } = conditions;
  return [
    isAllowed,
    ...(isValid ? [isValid] : []),
    ...(kind === 'handed_off' && aiEpoch !== undefined ? [] : [isChange]),
    ...(status === undefined ? [] : [sql`conversations.status = ${status}`]),
    ...(aiEpoch === undefined ? [] : [sql`conversations.ai_epoch = ${aiEpoch}`]),
    ...(isAiAssisted === undefined ? [] : [sql`conversations.is_ai_assisted = ${isAiAssisted}`]),
    ...(idleSince === undefined
      ? []
      : [sql`conversations.last_activity_at < ${idleSince} and conversations.snoozed_until is null`]),
    ...seenFields.flatMap((name) =>
      seen[name] === undefined ? [] : [sql`${columnRef(name)} is not distinct from ${valueFor(seen[name])}`],
    ),
    ...(conditions.isSnoozeOver ? [sql`conversations.snoozed_until <= now()`] : []),
    ...(conditions.isWelcome ? [sql`not conversations.is_blocked`] : []),
    ...(lastActivityNo === undefined ? [] : [sql`conversations.last_activity_no = ${lastActivityNo}`]),
  ];
}

/** Columns that depend on the status and the assignee; an undo restores them too. */
export const keptColumns = [
  'waiting_since',
  'closed_at',
  'unanswered_count',
  'unanswered_since',
  'unanswered_offset_seconds',
  'hand_off_summary',
] as const;
const keptOfOld = sql.raw(
  `jsonb_build_object(${keptColumns.map((column) => `'${column}', old.${column}`).join(', ')})`,
);

/** Builds the fields that activities record, as they were (`old`) or became (`new`). */
export const fieldsOf = (row: 'old' | 'new'): RawBuilder<unknown> =>
  sql.raw(`jsonb_build_object(${recordedFields.map((name) => `'${name}', ${valueSql(name, row)}`).join(', ')})`);

/** Selects the fields of one object that differ in the other. */
export const differing = (one: string, other: string): RawBuilder<unknown> =>
  sql.raw(
    `(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${one})
      where value is distinct from ${other} -> key)`,
  );

/** Commands that are allowed on a closed conversation. */
const goodForClosed: ReadonlySet<Command['type']> = new Set([
  'reopen',
  'tag',
  'set',
  'describe',
  'set_attributes',
  'unsnooze',
  'rate',
  'mark_spam',
  'unmark_spam',
]);

/** Commands that are allowed on a conversation that was merged into another. */
const goodForMerged: ReadonlySet<Command['type']> = new Set([
  'tag',
  'set',
  'describe',
  'set_attributes',
  'identify',
  'undo',
]);

/** Value of a conversation that the resource leaves the field out of. */
const noneOf = (name: SeenField): unknown => (fieldOf(name).none === 'empty' ? [] : null);

/** Finds out why the change was refused. It is read afterwards: shown to the actor, but never used for a decision. */
async function whyNot(
  db: Database,
  id: string,
  commands: readonly [Command, ...Command[]],
  how: Transition,
): Promise<Transitioned> {
  const { seen = {} } = how;
  const conversation = await findConversation(db, id);
  if (!conversation) return { outcome: 'not_found' };
  const [command] = commands;
  const isOther = (name: SeenField): boolean =>
    seen[name] !== undefined && !isDeepStrictEqual(seen[name], conversation[name] ?? noneOf(name));
  const { assignedRepresentativeId, representative, status } = conversation;
  const isAnothers =
    isOther('assignedRepresentativeId') ||
    (command.type === 'take_over' && status !== 'closed' && assignedRepresentativeId !== command.representativeId);
  if (isAnothers) {
    const activity = await lastChangeOf(db, id, 'assignedRepresentativeId');
    return { outcome: 'taken', conversation, by: representative, activity };
  }
  if (conversation.mergedInto && !goodForMerged.has(command.type)) {
    return { outcome: 'merged', conversation, activity: await lastChangeOf(db, id, 'mergedInto') };
  }
  const field = seenFields.find(isOther);
  if (field) return { outcome: 'stale', conversation, activity: await lastChangeOf(db, id, field) };
  if (status === 'closed' && !goodForClosed.has(command.type)) {
    return { outcome: 'closed', conversation, activity: await lastChangeOf(db, id, 'status') };
  }
  const tagging = commands.find((each) => each.type === 'tag');
  const refusal = tagging && (await whyNotTagged(db, conversation.tagIds, tagging));
  if (refusal) return { outcome: refusal, conversation };
  const missing = commands.some(({ type }) => type === 'close')
    ? await missingBeforeClosing(db, id, commands, how)
    : [];
  return missing.length > 0 ? { outcome: 'incomplete', conversation, missing } : { outcome: 'unchanged', conversation };
}

/** Returns what a conversation lacks to be closed, once the commands are done. */
export async function missingBeforeClosing(
  db: Database,
  id: string,
  [command, ...commands]: readonly Command[],
  how?: Transition,
): Promise<MissingAttribute[]> {
  if (!command) return [];
  const { team_id: teamId, attributes } = effectOfAll([command, ...commands]).set;
  const missing = missingToClose({ isAutomatic: how !== undefined && isAutomatic(how), teamId, attributes });
  return prepared(
    db,
    sql<MissingAttribute>`select missing.key, missing.name
      from conversations cross join lateral (${missing}) as missing where conversations.id = ${id}`,
  );
}

/** The newest activity that changed a field. */
export async function lastChangeOf(
  db: Database,
  id: string,
  field: keyof ActivityFields,
): Promise<Activity | undefined> {
  const [row] = await prepared(
    db,
    sql<ActivityRow>`select ${activityColumns} from activities
      where conversation_id = ${id} and jsonb_exists(after, ${field}) order by activity_no desc limit 1`,
  );
  return row && toActivity(row);
}

async function whyNotTagged(
  db: Database,
  present: readonly string[],
  { add = [], remove = [] }: Extract<Command, { type: 'tag' }>,
): Promise<'no_such_tag' | 'too_many_tags' | undefined> {
  const known = await db.selectFrom('tags').select('id').where('id', '=', sql<string>`any(${add}::uuid[])`).execute();
  if (known.length < add.length) return 'no_such_tag';
  const kept = new Set([...present, ...add].filter((tagId) => !remove.includes(tagId)));
  return kept.size > tagsPerConversationMax ? 'too_many_tags' : undefined;
}
