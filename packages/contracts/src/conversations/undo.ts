/**
 * Decides from the activities alone which of them can be undone, for the server and the dashboard alike.
 *
 * An activity can be undone while nothing builds on it: no later activity that still applies changed the same, and no
 * message depends on it. An activity and its undo cancel each other out, and so do an undo and its own undo.
 */
import type { Act } from './acts.ts';
import type { StoredAttributes } from './attributes.ts';
import { fieldOf, isRecorded, permissionFor } from './conversation-fields.ts';
import type { Message } from '../entities.ts';
import type { Permission } from '../permissions/permissions.ts';

/** Fields of an activity that the rules here read. */
export type UndoableAct = Pick<
  Act,
  'actNo' | 'afterSeq' | 'kind' | 'cause' | 'before' | 'after' | 'undoOf' | 'isCopied'
>;
/** Fields of a message that the rules here read. */
export type WrittenMessage = Pick<Message, 'seq' | 'senderType' | 'senderId'>;

/** Whether an act can be undone, and if not, why. */
export type Undoability<A extends UndoableAct = UndoableAct, M extends WrittenMessage = WrittenMessage> =
  | { state: 'possible' }
  /** It was undone already. */
  | { state: 'undone'; by: A }
  /** It is of a kind that can't be undone, such as a note or an action of the customer. */
  | { state: 'never' }
  /** It would snooze until a time that is past. */
  | { state: 'past' }
  | { state: 'in_the_way'; act?: A; message?: M };

/** The name of what a field changes together with; undefined for what no undo restores as a whole. */
function thingOf(field: string): string | undefined {
  const thing = isRecorded(field) ? fieldOf(field).undo : undefined;
  return thing === 'each' ? undefined : thing;
}

const differing = (one: readonly string[] = [], other: readonly string[] = []): string[] => [
  ...one.filter((each) => !other.includes(each)),
  ...other.filter((each) => !one.includes(each)),
];

/** The permissions that undoing an act needs: those of doing by hand what the undo does. */
export function permissionsToUndo({ before, after }: Pick<Act, 'before' | 'after'>): Permission[] {
  const fields = Object.keys({ ...before, ...after }).filter(isRecorded);
  return [...new Set(fields.map(permissionFor))];
}

/** The keys of attributes that an act set, changed or took away. */
export function changedAttributes({ before, after }: Pick<Act, 'before' | 'after'>): string[] {
  const [were, are]: StoredAttributes[] = [before.attributes ?? {}, after.attributes ?? {}];
  const same = (key: string) => JSON.stringify(were?.[key]) === JSON.stringify(are?.[key]);
  return [...new Set([...Object.keys(were ?? {}), ...Object.keys(are ?? {})])].filter((key) => !same(key));
}

/** Returns the changed things; each tag, attribute and merged conversation counts as one of its own. */
function changedBy(act: UndoableAct): string[] {
  const { before, after } = act;
  return [
    ...new Set(Object.keys(after).flatMap((field) => thingOf(field) ?? [])),
    ...differing(before.tagIds, after.tagIds).map((id) => `tag ${id}`),
    ...differing(before.mergedIds, after.mergedIds).map((id) => `merged ${id}`),
    ...changedAttributes(act).map((key) => `attribute ${key}`),
  ];
}

/** Returns states that an activity rules out: it blocks an undo that would bring one of them back (`wantedBy`). */
const madeBy = ({ after }: UndoableAct): string[] => [
  ...(after.status === 'closed' ? ['not snoozed'] : []),
  ...(after.status === 'waiting' ? ['not assisted'] : []),
  ...(after.snoozedUntil ? ['not closed'] : []),
  ...(after.isAiAssisted ? ['not waiting'] : []),
];
const wantedBy = ({ before }: UndoableAct): string[] => [
  ...(before.status === 'closed' ? ['not closed'] : []),
  ...(before.status === 'waiting' ? ['not waiting'] : []),
  ...(before.snoozedUntil ? ['not snoozed'] : []),
  ...(before.isAiAssisted ? ['not assisted'] : []),
];

/**
 * Returns for each activity whether it can be undone.
 *
 * @param acts of one conversation in their order, without a gap up to its newest
 * @param messages of the same in their order, those at least that came after the first of the acts
 * @param now in ms
 * @param only of this act alone, by its number
 */
export function undoability<A extends UndoableAct, M extends WrittenMessage>(
  acts: readonly A[],
  messages: readonly M[],
  now: number,
  only?: number,
): Map<number, Undoability<A, M>> {
  const answers = new Map<number, Undoability<A, M>>();
  /** Undo activities, by the number of the activity that they undo. */
  const undos = new Map<number, A>();
  /** Changes of later activities that still apply, newest first. */
  const later = new Map<A, ReadonlySet<string>>();
  for (const act of acts.toReversed()) {
    const undo = undos.get(act.actNo);
    if (only === undefined || only === act.actNo)
      answers.set(act.actNo, isUndoable(act) ? whether(act, undo, later, messages, now) : { state: 'never' });
    if (undo) {
      // The two cancel each other out: earlier activities ignore both.
      later.delete(undo);
      continue;
    }
    // A copied activity can be undone only where it happened, and it blocks no undo here.
    if (act.isCopied) continue;
    if (act.undoOf !== null) undos.set(act.undoOf, act);
    later.set(act, new Set([...changedBy(act), ...madeBy(act)]));
  }
  return answers;
}

/** Returns false for changes by the customer or of the customer's identity, and for notes (they have own routes). */
export function isUndoable(act: UndoableAct): boolean {
  return !act.isCopied && act.kind !== 'identified' && act.cause.by !== 'customer' && changedBy(act).length > 0;
}

function whether<A extends UndoableAct, M extends WrittenMessage>(
  act: A,
  undo: A | undefined,
  later: ReadonlyMap<A, ReadonlySet<string>>,
  messages: readonly M[],
  now: number,
): Undoability<A, M> {
  if (undo) return { state: 'undone', by: undo };
  const changed = [...changedBy(act), ...wantedBy(act)];
  for (const [built, did] of later)
    if (changed.some((thing) => did.has(thing))) return { state: 'in_the_way', act: built };
  const message = messages.findLast((each) => each.seq <= act.afterSeq || restsOn(act, each));
  if (message && message.seq > act.afterSeq) return { state: 'in_the_way', message };
  const { snoozedUntil } = act.before;
  return snoozedUntil && Date.parse(snoozedUntil) <= now ? { state: 'past' } : { state: 'possible' };
}

/**
 * Messages must not disappear unread, and messages of other users depend on the assignee and the status of the
 * conversation.
 */
function restsOn({ before, cause }: UndoableAct, { senderType, senderId }: WrittenMessage): boolean {
  if (before.status === 'closed') return true;
  if (before.snoozedUntil && senderType === 'customer') return true;
  const isAboutWho = 'status' in before || 'isAiAssisted' in before || 'assignedRepresentativeId' in before;
  const actor = cause.by === 'representative' ? cause.userId : null;
  return isAboutWho && senderType === 'representative' && senderId !== actor;
}
