/** Defines the commands on a conversation: the columns that each one assigns, and its conditions. */
import {
  type ActivityFields,
  type ChangeKind,
  type ChangingActivityKind,
  staffChangeKinds,
} from '@parley/contracts/conversations/activities';
import type { AttributeContent, StoredAttributes } from '@parley/contracts/conversations/attributes';
import {
  columnOf,
  conversationFields,
  settingKinds,
  type SettableField,
} from '@parley/contracts/conversations/conversation-fields';
import { tagsPerConversationMax } from '@parley/contracts/conversations/limits';
import { lowRatingMax, type Score } from '@parley/contracts/ratings/limits';
import { type RawBuilder, sql } from 'kysely';
import { snakeCase } from '../column-names.ts';
import { columnRef, valueFor } from './fields.ts';

export type Command =
  /** From the assistant, or unassigned: assigns it to the representative and ends the assistant's part. */
  | { type: 'take_over'; representativeId: string }
  /** To a representative, which ends the assistant's part, or to none, which doesn't. */
  | { type: 'assign'; representativeId: string | null }
  /** To a team, or to none. A representative outside the team loses the conversation. */
  | { type: 'assign_team'; teamId: string | null }
  /** Back to the assistant, and unassigned. */
  | { type: 'return_to_assistant' }
  /** Escalates to the team: the conversation waits, and the assistant no longer answers. */
  | { type: 'hand_off' }
  | { type: 'close' }
  /** Makes a closed or waiting conversation active. */
  | { type: 'reopen' }
  /** Writes the customer's new email or name on the conversation. */
  | { type: 'identify'; email?: string | undefined; name?: string | undefined }
  /** Puts tags on and takes others off, by id; one that is on, or off, already is no matter. */
  | { type: 'tag'; add?: readonly string[] | undefined; remove?: readonly string[] | undefined }
  /** Gives a field a value, with no other effect. */
  | { type: 'set'; field: SettableField; value: Exclude<ActivityFields[SettableField], undefined> }
  /** Out of every list but that of spam, or back into them. */
  | { type: 'mark_spam' }
  | { type: 'unmark_spam' }
  /** Replaces all attributes; the caller must hold the row. */
  | { type: 'describe'; attributes: StoredAttributes }
  /** Sets some attributes, or with null takes their values away. Those that are not declared are left out. */
  | { type: 'set_attributes'; values: Readonly<Record<string, AttributeContent | null>>; userId: string }
  /** Out of the open lists until then. */
  | { type: 'snooze'; until: Date; wakesOnReply: boolean; userId: string }
  /** Back into them, at the top. */
  | { type: 'unsnooze' }
  /** Closes it and redirects to another one. Only for `merge.ts`, which checks the conditions and locks both. */
  | { type: 'merge'; into: string }
  /** The other side of it: another one is read with this. */
  | { type: 'take_in'; mergedId: string }
  /** The two are two again, and stay as they are. */
  | { type: 'separate' }
  | { type: 'let_go'; mergedId: string }
  /** Messages of it were split off. Only for `split.ts`, which moves them and computes the columns to set. */
  | { type: 'split'; set: Record<string, RawBuilder<unknown>> }
  /** The other side of it: the conversation that has them now is linked to the former one. */
  | { type: 'split_off'; fromId: string }
  /** Records that it is overdue, or nearly. Refused while its clocks are to be computed again. */
  | { type: 'note_due'; isBreach: boolean }
  /** Stores the customer's score. A low one is to be followed up. */
  | { type: 'rate'; score: Score }
  /**
   * Restores the state before an activity. Only for `undo.ts`, which checks the conditions and computes the columns to set.
   */
  | ({ type: 'undo' } & Undoing);

export interface Undoing {
  /** Kind of change that is announced for the undo. */
  announces: ChangeKind;
  set: Record<string, RawBuilder<unknown>>;
  /** False if a conflicting change has happened since the undo was planned. */
  isAllowed: RawBuilder<boolean>;
}

/** A command as SQL; the conditions are of the row as it was. */
export interface Effect {
  kind: ChangingActivityKind;
  /** Kind of change that is announced, if it differs from `kind`. */
  announces?: ChangeKind;
  /** Assignments by column. */
  set: Record<string, RawBuilder<unknown>>;
  /** Condition under which the command is allowed. */
  isAllowed: RawBuilder<boolean>;
  /** Further condition, checked whichever commands come before it. */
  isValid?: RawBuilder<boolean>;
  /** Condition under which the command changes anything. */
  isChange: RawBuilder<boolean>;
}

/** Raised by every command that makes an AI answer in progress obsolete. */
const aiEpoch = { ai_epoch: sql`conversations.ai_epoch + 1` };
/** Not snoozed. */
const awake = { snoozed_until: sql`null`, snoozed_by: sql`null`, snooze_wakes_on_reply: sql`true` };
const isOpen = sql<boolean>`conversations.status <> 'closed'`;
const isNotMerged = sql<boolean>`conversations.merged_into is null`;
/** Nobody waits and nothing is unanswered any more. */
const settled = {
  waiting_since: sql`null`,
  unanswered_count: sql`0`,
  unanswered_since: sql`null`,
  unanswered_offset_seconds: sql`0`,
};
const always = sql<boolean>`true`;

/** Returns the assignments and conditions of a command. */
export function effectOf(command: Command): Effect {
  switch (command.type) {
    case 'take_over':
      return {
        kind: 'taken_over',
        set: {
          assigned_representative_id: sql`${command.representativeId}::uuid`,
          is_ai_assisted: sql`false`,
          ...aiEpoch,
        },
        isAllowed: isOpen,
        isChange: sql`(conversations.is_ai_assisted or conversations.assigned_representative_id is null)`,
      };
    case 'assign':
      return {
        kind: 'assigned',
        set: {
          assigned_representative_id: sql`${command.representativeId}::uuid`,
          ...(command.representativeId === null ? {} : { is_ai_assisted: sql`false` }),
          ...aiEpoch,
        },
        isAllowed: isOpen,
        isChange: sql`(conversations.assigned_representative_id is distinct from ${command.representativeId}::uuid
          or (conversations.is_ai_assisted and ${command.representativeId !== null}))`,
      };
    case 'assign_team': {
      const teamId = sql`${command.teamId}::uuid`;
      const isLost = sql`(${teamId} is not null and conversations.assigned_representative_id is not null
        and not exists (select from team_members
          where team_id = ${teamId} and user_id = conversations.assigned_representative_id))`;
      return {
        kind: 'assigned',
        set: {
          // A team that has since been deleted counts as none.
          team_id: sql`(select id from teams where id = ${teamId})`,
          assigned_representative_id: sql`case when ${isLost} then null else conversations.assigned_representative_id end`,
        },
        isAllowed: isOpen,
        isChange: sql`(conversations.team_id is distinct from ${teamId} or ${isLost})`,
      };
    }
    case 'return_to_assistant':
      return {
        kind: 'returned_to_assistant',
        set: {
          is_ai_assisted: sql`true`,
          assigned_representative_id: sql`null`,
          status: sql`'active'`,
          waiting_since: sql`null`,
          hand_off_summary: sql`null`,
          ...aiEpoch,
        },
        isAllowed: isOpen,
        isChange: sql`(not conversations.is_ai_assisted or conversations.assigned_representative_id is not null
          or conversations.status <> 'active')`,
      };
    case 'hand_off':
      return {
        kind: 'handed_off',
        set: {
          status: sql`'waiting'`,
          is_ai_assisted: sql`false`,
          waiting_since: sql`coalesce(conversations.waiting_since, now())`,
          ...aiEpoch,
        },
        isAllowed: isOpen,
        isChange: sql`(conversations.status = 'active' or conversations.is_ai_assisted)`,
      };
    case 'close':
      return {
        kind: 'closed',
        set: {
          status: sql`'closed'`,
          closed_at: sql`now()`,
          ...settled,
          ...awake,
          ...aiEpoch,
        },
        isAllowed: isOpen,
        isChange: always,
      };
    case 'reopen':
      return {
        kind: 'reopened',
        set: {
          status: sql`'active'`,
          closed_at: sql`null`,
          waiting_since: sql`null`,
          last_activity_at: sql`greatest(now(), conversations.last_activity_at)`,
          ...aiEpoch,
        },
        isAllowed: always,
        isValid: isNotMerged,
        isChange: sql`conversations.status <> 'active'`,
      };
    case 'identify': {
      const email = sql`coalesce(${command.email ?? null}, conversations.customer_email)`;
      const name = sql`coalesce(${command.name ?? null}, conversations.customer_name)`;
      return {
        kind: 'identified',
        set: { customer_email: email, customer_name: name },
        isAllowed: always,
        isChange: sql`(conversations.customer_email is distinct from ${email}
          or conversations.customer_name is distinct from ${name})`,
      };
    }
    case 'tag': {
      const { add = [], remove = [] } = command;
      const tagIds = sql`array(
        select tag_id from unnest(conversations.tag_ids || ${add}::uuid[]) with ordinality as given (tag_id, place)
        where tag_id <> all(${remove}::uuid[]) group by tag_id order by min(place))`;
      return {
        kind: 'tagged',
        set: { tag_ids: tagIds },
        isAllowed: always,
        // Tags are locked until the change is committed, so that none of them is deleted in between.
        isValid: sql`(cardinality(${tagIds}) <= ${tagsPerConversationMax}
          and (select count(*) from (select from tags where id = any(${add}::uuid[]) for key share) as known)
            = cardinality(${add}::uuid[]))`,
        isChange: sql`conversations.tag_ids <> ${tagIds}`,
      };
    }
    case 'set':
      return {
        kind: conversationFields[command.field].activity,
        set: { [snakeCase(columnOf(command.field))]: valueFor(command.value) },
        isAllowed: always,
        isChange: sql`${columnRef(command.field)} is distinct from ${valueFor(command.value)}`,
      };
    case 'mark_spam':
      return {
        kind: 'marked_spam',
        set: { spam_at: sql`now()`, hidden: sql`true`, ...awake, ...aiEpoch },
        isAllowed: sql`(not conversations.hidden and ${isNotMerged})`,
        isChange: always,
      };
    case 'unmark_spam':
      return {
        kind: 'unmarked_spam',
        set: { spam_at: sql`null`, hidden: sql`false` },
        isAllowed: always,
        isChange: sql`conversations.spam_at is not null`,
      };
    case 'describe':
      return {
        kind: 'described',
        set: { attributes: sql`${JSON.stringify(command.attributes)}::jsonb` },
        isAllowed: always,
        isChange: sql`conversations.attributes <> ${JSON.stringify(command.attributes)}::jsonb`,
      };
    case 'set_attributes': {
      const attributes = attributesWith(command);
      return {
        kind: 'described',
        set: { attributes },
        isAllowed: always,
        isChange: sql`conversations.attributes <> ${attributes}`,
      };
    }
    case 'snooze':
      return {
        kind: 'snoozed',
        set: {
          snoozed_until: sql`${command.until}::timestamptz`,
          snoozed_by: sql`${command.userId}::uuid`,
          snooze_wakes_on_reply: sql`${command.wakesOnReply}::boolean`,
        },
        isAllowed: isOpen,
        isChange: sql`(conversations.snoozed_until is distinct from ${command.until}::timestamptz
          or conversations.snooze_wakes_on_reply <> ${command.wakesOnReply}::boolean)`,
      };
    case 'unsnooze':
      return {
        kind: 'unsnoozed',
        // It is news again, not idle since it was snoozed.
        set: { ...awake, last_activity_at: sql`greatest(now(), conversations.last_activity_at)` },
        isAllowed: always,
        isChange: sql`conversations.snoozed_until is not null`,
      };
    case 'merge':
      return {
        kind: 'merged',
        set: {
          merged_into: sql`${command.into}::uuid`,
          status: sql`'closed'`,
          closed_at: sql`coalesce(conversations.closed_at, now())`,
          ...settled,
          ...awake,
          ...aiEpoch,
        },
        isAllowed: isNotMerged,
        isChange: always,
      };
    case 'take_in':
      return {
        kind: 'merged',
        set: { merged_ids: sql`conversations.merged_ids || ${command.mergedId}::uuid` },
        isAllowed: isNotMerged,
        isChange: sql`${command.mergedId}::uuid <> all(conversations.merged_ids)`,
      };
    case 'separate':
      return {
        kind: 'unmerged',
        set: { merged_into: sql`null`, continued_from: sql`null` },
        isAllowed: always,
        isChange: sql`conversations.merged_into is not null`,
      };
    case 'let_go':
      return {
        kind: 'unmerged',
        set: { merged_ids: sql`array_remove(conversations.merged_ids, ${command.mergedId}::uuid)` },
        isAllowed: always,
        isChange: sql`${command.mergedId}::uuid = any(conversations.merged_ids)`,
      };
    case 'split':
      return { kind: 'split', set: { ...command.set, ...aiEpoch }, isAllowed: always, isChange: always };
    case 'split_off':
      return {
        kind: 'split_off',
        set: { related_ids: sql`${JSON.stringify([command.fromId])}::jsonb` },
        isAllowed: always,
        isChange: always,
      };
    case 'note_due':
      // Whatever has happened since the clocks were computed may have met the target.
      return {
        kind: command.isBreach ? 'sla_breached' : 'sla_warned',
        set: {
          breached_at: sql`coalesce(conversations.breached_at, case when ${command.isBreach}::boolean then now() end)`,
        },
        isAllowed: sql`(${isOpen} and not conversations.sla_stale)`,
        isChange: always,
      };
    case 'rate':
      return {
        kind: 'rated',
        set: {
          rating: sql`${String(command.score)}::conversation_rating`,
          rated_at: sql`now()`,
          is_to_follow_up: sql`${command.score <= lowRatingMax}::boolean`,
        },
        isAllowed: always,
        isChange: always,
      };
    case 'undo': {
      const { announces, set, isAllowed } = command;
      const epoch = staffChangeKinds.has(announces) ? {} : aiEpoch;
      return { kind: 'undone', announces, set: { ...set, ...epoch }, isAllowed, isChange: always };
    }
  }
}

/** The attributes with some of them set. Values that are so already keep their source and time. */
function attributesWith({ values, userId }: Extract<Command, { type: 'set_attributes' }>): RawBuilder<unknown> {
  const entries = Object.entries(values);
  const removed = entries.flatMap(([key, value]) => (value === null ? key : []));
  const stamp = { source: 'representative', setBy: userId, setAt: new Date().toISOString() } as const;
  const given: StoredAttributes = Object.fromEntries(
    entries.flatMap(([key, value]) => (value === null ? [] : [[key, { ...stamp, value }]])),
  );
  // Attributes are locked until the change is committed, so that none of them is deleted in between.
  return sql`((conversations.attributes - ${removed}::text[]) || (
    select coalesce(jsonb_object_agg(given.key, given.value), '{}') from jsonb_each(${JSON.stringify(given)}::jsonb) as given
    where given.value -> 'value' is distinct from conversations.attributes #> array[given.key, 'value']
      and given.key in (select key from (select key from attributes
        where key = any(${Object.keys(given)}::text[]) and subject = 'conversation' for key share) as known)))`;
}

/** Orders kinds of activities: of several commands in one change, the first kind listed here names the activity. */
const bySignificance: readonly ChangingActivityKind[] = [
  'undone',
  'merged',
  'unmerged',
  'split',
  'split_off',
  'marked_spam',
  'unmarked_spam',
  'closed',
  'returned_to_assistant',
  'handed_off',
  'taken_over',
  'assigned',
  'reopened',
  'snoozed',
  'unsnoozed',
  ...settingKinds,
  'tagged',
  'described',
  'identified',
  'sla_breached',
  'sla_warned',
  'rated',
];

/**
 * Commands done one after the other, as one: a later one's assignment to the same column wins. The first must be
 * allowed, since those behind it meet what it has made, all must be valid, and one of them must change something.
 */
export function effectOfAll(commands: readonly [Command, ...Command[]]): Effect {
  const [first, ...others] = withLabelsJoined(commands);
  return others.map(effectOf).reduce(
    (sum, { kind, set, isChange, isValid = always }) => ({
      kind: bySignificance.find((each) => each === kind || each === sum.kind) ?? kind,
      set: { ...sum.set, ...set },
      isAllowed: sum.isAllowed,
      isValid: sql`(${sum.isValid ?? always} and ${isValid})`,
      isChange: sql`(${sum.isChange} or ${isChange})`,
    }),
    effectOf(first),
  );
}

/** Several commands that put on tags, or set attributes, as one: the columns would be those of the last one. */
function withLabelsJoined([first, ...others]: readonly [Command, ...Command[]]): [Command, ...Command[]] {
  const joined: [Command, ...Command[]] = [first];
  for (const command of others) {
    const at = joined.findIndex(({ type }) => type === command.type);
    const same = joined[at];
    if (command.type === 'set_attributes' && same?.type === 'set_attributes')
      joined[at] = { ...same, values: { ...same.values, ...command.values } };
    else if (command.type === 'tag' && same?.type === 'tag') joined[at] = tagsOfBoth(same, command);
    else joined.push(command);
  }
  return joined;
}

type Tagging = Extract<Command, { type: 'tag' }>;

function tagsOfBoth(one: Tagging, { add = [], remove = [] }: Tagging): Tagging {
  const without = (ids: readonly string[] = [], others: readonly string[]) => ids.filter((id) => !others.includes(id));
  return {
    type: 'tag',
    add: [...without(without(one.add, remove), add), ...add],
    remove: [...without(without(one.remove, add), remove), ...remove],
  };
}
