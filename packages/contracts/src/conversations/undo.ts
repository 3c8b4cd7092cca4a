/**
 * Decides from the activities alone which of them can be undone, for the server and the dashboard alike.
 *
 * An activity can be undone while nothing builds on it: no later activity that still applies changed the same, and no
 * message depends on it. An activity and its undo cancel each other out, and so do an undo and its own undo.
 */
import type { Activity } from './activities.ts';
import type { StoredAttributes } from './attributes.ts';
import { fieldOf, isRecorded, permissionFor } from './conversation-fields.ts';
import type { Message } from '../entities.ts';
import type { Permission } from '../permissions/permissions.ts';

/** Fields of an activity that the rules here read. */
export type UndoableActivity = Pick<
  Activity,
  'activityNo' | 'afterSeq' | 'kind' | 'cause' | 'before' | 'after' | 'undoOf' | 'isCopied'
>;
/** Fields of a message that the rules here read. */
export type WrittenMessage = Pick<Message, 'seq' | 'senderType' | 'senderId'>;

/** Whether an activity can be undone, and if not, why. */
export type Undoability<A extends UndoableActivity = UndoableActivity, M extends WrittenMessage = WrittenMessage> =
  | { state: 'possible' }
  /** It was undone already. */
  | { state: 'undone'; by: A }
  /** It is of a kind that can't be undone, such as a note or an action of the customer. */
  | { state: 'never' }
  /** It would snooze until a time that is past. */
  | { state: 'past' }
  | { state: 'in_the_way'; activity?: A; message?: M };

/** The name of what a field changes together with; undefined for what no undo restores as a whole. */
function thingOf(field: string): string | undefined {
  const thing = isRecorded(field) ? fieldOf(field).undo : undefined;
  return thing === 'each' ? undefined : thing;
}

const differing = (one: readonly string[] = [], other: readonly string[] = []): string[] => [
  ...one.filter((each) => !other.includes(each)),
  ...other.filter((each) => !one.includes(each)),
];

/** The permissions that undoing an activity needs: those of doing by hand what the undo does. */
export function permissionsToUndo({ before, after }: Pick<Activity, 'before' | 'after'>): Permission[] {
  const fields = Object.keys({ ...before, ...after }).filter(isRecorded);
  const splitting: Permission[] = after.split ? ['conversations.merge'] : [];
  return [...new Set([...fields.map(permissionFor), ...splitting])];
}

/** The keys of attributes that an activity set, changed or took away. */
export function changedAttributes({ before, after }: Pick<Activity, 'before' | 'after'>): string[] {
  const [were, are]: StoredAttributes[] = [before.attributes ?? {}, after.attributes ?? {}];
  const same = (key: string) => JSON.stringify(were?.[key]) === JSON.stringify(are?.[key]);
  return [...new Set([...Object.keys(were ?? {}), ...Object.keys(are ?? {})])].filter((key) => !same(key));
}

/** Returns the changed things; each tag, attribute and merged conversation counts as one of its own. */
function changedBy(activity: UndoableActivity): string[] {
  const { before, after } = activity;
  return [
    ...new Set(Object.keys(after).flatMap((field) => thingOf(field) ?? [])),
    ...differing(before.tagIds, after.tagIds).map((id) => `tag ${id}`),
    ...differing(before.mergedIds, after.mergedIds).map((id) => `merged ${id}`),
    ...(after.split ? [`split ${after.split.conversationId}`] : []),
    ...changedAttributes(activity).map((key) => `attribute ${key}`),
  ];
}

/** Returns states that an activity rules out: it blocks an undo that would bring one of them back (`wantedBy`). */
const madeBy = ({ after }: UndoableActivity): string[] => [
  ...(after.status === 'closed' ? ['not snoozed'] : []),
  ...(after.status === 'waiting' ? ['not assisted'] : []),
  ...(after.snoozedUntil ? ['not closed'] : []),
  ...(after.isAiAssisted ? ['not waiting'] : []),
];
const wantedBy = ({ before }: UndoableActivity): string[] => [
  ...(before.status === 'closed' ? ['not closed'] : []),
  ...(before.status === 'waiting' ? ['not waiting'] : []),
  ...(before.snoozedUntil ? ['not snoozed'] : []),
  ...(before.isAiAssisted ? ['not assisted'] : []),
];

/**
 * Returns for each activity whether it can be undone.
 *
 * @param activities of one conversation in their order, without a gap up to its newest
 * @param messages of the same in their order, those at least that came after the first of the activities
 * @param now in ms
 * @param only of this activity alone, by its number
 */
export function undoability<A extends UndoableActivity, M extends WrittenMessage>(
  activities: readonly A[],
  messages: readonly M[],
  now: number,
  only?: number,
): Map<number, Undoability<A, M>> {
  const answers = new Map<number, Undoability<A, M>>();
  /** Undo activities, by the number of the activity that they undo. */
  const undos = new Map<number, A>();
  /** Changes of later activities that still apply, newest first. */
  const later = new Map<A, ReadonlySet<string>>();
  for (const activity of activities.toReversed()) {
    const undo = undos.get(activity.activityNo);
    if (only === undefined || only === activity.activityNo)
      answers.set(
        activity.activityNo,
        isUndoable(activity) ? whether(activity, undo, later, messages, now) : { state: 'never' },
      );
    if (undo) {
      // The two cancel each other out: earlier activities ignore both.
      later.delete(undo);
      continue;
    }
    // A copied activity can be undone only where it happened, and it blocks no undo here.
    if (activity.isCopied) continue;
    if (activity.undoOf !== null) undos.set(activity.undoOf, activity);
    later.set(activity, new Set([...changedBy(activity), ...madeBy(activity)]));
  }
  return answers;
}

/** Returns false for changes by the customer or of the customer's identity, and for notes (they have own routes). */
export function isUndoable(activity: UndoableActivity): boolean {
  return (
    !activity.isCopied &&
    activity.kind !== 'identified' &&
    activity.cause.by !== 'customer' &&
    changedBy(activity).length > 0
  );
}

function whether<A extends UndoableActivity, M extends WrittenMessage>(
  activity: A,
  undo: A | undefined,
  later: ReadonlyMap<A, ReadonlySet<string>>,
  messages: readonly M[],
  now: number,
): Undoability<A, M> {
  if (undo) return { state: 'undone', by: undo };
  const changed = [...changedBy(activity), ...wantedBy(activity)];
  for (const [built, did] of later)
    if (changed.some((thing) => did.has(thing))) return { state: 'in_the_way', activity: built };
  const message = messages.findLast((each) => each.seq <= activity.afterSeq || dependsOn(activity, each));
  if (message && message.seq > activity.afterSeq) return { state: 'in_the_way', message };
  const { snoozedUntil } = activity.before;
  return snoozedUntil && Date.parse(snoozedUntil) <= now ? { state: 'past' } : { state: 'possible' };
}

/**
 * Messages must not disappear unread, and messages of other users depend on the assignee and the status of the
 * conversation.
 */
function dependsOn({ before, cause }: UndoableActivity, { senderType, senderId }: WrittenMessage): boolean {
  if (before.status === 'closed') return true;
  if (before.snoozedUntil && senderType === 'customer') return true;
  const isAboutWho = 'status' in before || 'isAiAssisted' in before || 'assignedRepresentativeId' in before;
  const actor = cause.by === 'representative' ? cause.userId : null;
  return isAboutWho && senderType === 'representative' && senderId !== actor;
}
