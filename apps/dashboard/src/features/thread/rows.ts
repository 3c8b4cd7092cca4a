/** Rows of the thread: day separators, grouped messages, activities, pending messages, text that is being written. */
import { type Cursors, deliveryState } from '@parley/client/conversation';
import type { PendingMessage } from '@parley/client/outbox';
import type { Activity } from '@parley/contracts/conversations/activities';
import type { MessageResponse } from '@parley/contracts/messages/blocks';
import type { Message } from '@parley/contracts/entities';
import type { ScheduledMessage } from '@parley/contracts/conversations/scheduled';
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { localDay } from '../../ui/times.ts';
import { type Undoability, undoability } from '@parley/contracts/conversations/undo';
import {
  type Change,
  isChange,
  isMailActivity,
  isOriginActivity,
  isRuleActivity,
  isToolActivity,
  type MailActivity,
  type OriginActivity,
  type RuleActivity,
  type ToolActivity,
} from '../../live/activity-words.ts';
import { undone } from '../../live/undone.ts';

export type Delivery = 'sent' | 'delivered' | 'read';

interface Undid {
  what: Change;
  isRedo: boolean;
}

export type Row =
  | { kind: 'day'; key: string; at: string }
  | {
      kind: 'message';
      key: string;
      message: Message;
      opensGroup: boolean;
      delivery: Delivery | null;
      /** The customer's answer to its buttons or form. */
      response?: MessageResponse | undefined;
    }
  | {
      kind: 'activity';
      key: string;
      activity: Change | ToolActivity | MailActivity | OriginActivity | RuleActivity;
      /** Whether it can be undone. */
      can: Undoability['state'];
      /** Activity that this one undid, if it is an undo. */
      undid?: Undid | undefined;
    }
  | { kind: 'note'; key: string; activity: Activity }
  /** A mail that was not posted; `isAdded` once it is a message. */
  | { kind: 'mail'; key: string; activity: MailActivity; isAdded: boolean }
  | { kind: 'pending'; key: string; pending: PendingMessage; opensGroup: boolean }
  | { kind: 'scheduled'; key: string; scheduled: ScheduledMessage }
  | { kind: 'writing'; key: string; text: string };

/** Milliseconds between messages of one sender up to which they form a group. */
const groupMs = 5 * 60_000;

const sameSender = (one: Message, other: Message): boolean =>
  one.senderType === other.senderType &&
  one.senderId === other.senderId &&
  // A colleague's mail that was added has the customer's id, and a name of its own.
  one.senderName === other.senderName;

function continues(before: Message | undefined, message: Message): boolean {
  return (
    before !== undefined &&
    sameSender(before, message) &&
    Date.parse(message.createdAt) - Date.parse(before.createdAt) < groupMs
  );
}

/** The key of a stored message's row. */
export const messageKey = (seq: number): string => `m${seq}`;

type MessageRow = Extract<Row, { kind: 'message' }>;

/** Last row of each message: a row with the same content stays the same object and does not render. */
const drawn = new WeakMap<Message, MessageRow>();

function messageRow(
  message: Message,
  opensGroup: boolean,
  delivery: Delivery | null,
  response: MessageResponse | undefined,
): MessageRow {
  const before = drawn.get(message);
  if (before?.opensGroup === opensGroup && before.delivery === delivery && before.response === response) return before;
  const row: MessageRow = { kind: 'message', key: messageKey(message.seq), message, opensGroup, delivery, response };
  drawn.set(message, row);
  return row;
}

/**
 * Returns the rows of the stored messages and of the activities between them, by `afterSeq`. Activities before the
 * oldest loaded message come with the page before it. A message's key is its seq, which is stable while older ones are
 * put before it. What precedes the oldest loaded message is not known: until it is, that message opens neither a day
 * nor a group, so that its row keeps its height, and the eye its place, when the page before it arrives.
 */
export function messageRows(
  messages: readonly Message[],
  cursors: Cursors,
  activities: readonly Activity[] = [],
): Row[] {
  const rows: Row[] = [];
  const oldest = messages[0]?.seq ?? 1;
  const shown = oldest === 1 ? activities : activities.filter(({ afterSeq }) => afterSeq >= oldest);
  const can = undoability(activities, messages, Date.now());
  const added = new Set(
    activities.flatMap(({ kind, after }) => (kind === 'mail_added' ? (after.mail?.mailId ?? []) : [])),
  );
  const folded = new Set([...foldedBy(activities), ...cancelledOut(activities)]);
  let addedCount = 0;
  const pushBefore = (seq: number): boolean => {
    const from = addedCount;
    for (let activity = shown[addedCount]; activity && activity.afterSeq < seq; activity = shown[addedCount]) {
      const key = `a${activity.activityNo}`;
      if (folded.has(activity.activityNo)) {
        addedCount += 1;
        continue;
      }
      // A note shows where it was written, as it is now; its edits have no rows of their own.
      if (isChange(activity)) {
        const undid = undone(activities, activity);
        const last = rows.at(-1);
        // Undone twice in a row: it is shown once.
        if (last?.kind === 'activity' && undid && last.undid && isSameUndo(last.undid, undid)) rows.pop();
        rows.push({ kind: 'activity', key, activity, can: can.get(activity.activityNo)?.state ?? 'never', undid });
      } else if (isToolActivity(activity) || isOriginActivity(activity) || isRuleActivity(activity))
        rows.push({ kind: 'activity', key, activity, can: 'never', undid: undefined });
      else if (isMailActivity(activity) && activity.kind === 'mail_received')
        rows.push({ kind: 'mail', key, activity, isAdded: added.has(activity.after.mail?.mailId ?? '') });
      else if (isMailActivity(activity)) rows.push({ kind: 'activity', key, activity, can: 'never', undid: undefined });
      else if (activity.kind === 'noted') rows.push({ kind: 'note', key, activity });
      addedCount += 1;
    }
    return addedCount > from;
  };
  const responses = new Map(messages.flatMap(({ response }) => (response?.to ? [[response.to, response]] : [])));
  let before: Message | undefined;
  for (const message of messages) {
    // Messages that moved together are one row.
    if (message.movedTo !== undefined && message.movedTo === before?.movedTo) continue;
    const followsActivity = pushBefore(message.seq);
    const isFirstLoaded = before === undefined && message.seq > 1;
    const opensDay =
      !isFirstLoaded && (before === undefined || localDay(message.createdAt) !== localDay(before.createdAt));
    if (opensDay) rows.push({ kind: 'day', key: `day${localDay(message.createdAt)}`, at: message.createdAt });
    const opensGroup = opensDay || followsActivity || (!isFirstLoaded && !continues(before, message));
    const delivery = message.senderType === 'customer' ? null : deliveryState(message, cursors);
    rows.push(messageRow(message, opensGroup, delivery, responses.get(message.id)));
    before = message;
  }
  pushBefore(Number.POSITIVE_INFINITY);
  return rows;
}

/** Returns activities that were undone or redone before the next message: the undo's row covers both. */
function foldedBy(activities: readonly Activity[]): ReadonlySet<number> {
  const places = new Map(activities.map(({ activityNo, afterSeq }) => [activityNo, afterSeq]));
  return new Set(
    activities.flatMap(({ undoOf, afterSeq }) => (undoOf !== null && places.get(undoOf) === afterSeq ? [undoOf] : [])),
  );
}

/**
 * Returns changes that one user made and took back by hand within some minutes and before the next message: nothing is
 * left of them.
 */
function cancelledOut(activities: readonly Activity[]): number[] {
  const gone: number[] = [];
  let open: Activity[] = [];
  for (const activity of activities) {
    const last = open.at(-1);
    if (last && cancels(activity, last)) {
      open.pop();
      gone.push(last.activityNo, activity.activityNo);
    } else if (last?.afterSeq === activity.afterSeq) open.push(activity);
    else open = [activity];
  }
  return gone;
}

const cancels = (later: Activity, earlier: Activity): boolean =>
  isChange(later) &&
  isChange(earlier) &&
  later.afterSeq === earlier.afterSeq &&
  later.cause.by === 'representative' &&
  earlier.cause.by === 'representative' &&
  later.cause.userId === earlier.cause.userId &&
  later.undoOf === null &&
  Date.parse(later.createdAt) - Date.parse(earlier.createdAt) < groupMs &&
  JSON.stringify([later.before, later.after]) === JSON.stringify([earlier.after, earlier.before]);

/** Whether two undos of one user undid the same. */
function isSameUndo(one: Undid, other: Undid): boolean {
  const identify = ({ what: { kind, cause, before, after }, isRedo }: Undid) =>
    JSON.stringify([kind, cause, before, after, isRedo]);
  return identify(one) === identify(other);
}

/** The rows after the stored ones: own messages on their way, the assistant's reply while it is written, what waits. */
export function unstoredRows(
  pending: readonly PendingMessage[],
  lastStored: Message | undefined,
  me: string,
  aiReply: { replyId: string; text: string } | null,
  scheduled: readonly ScheduledMessage[] = [],
): Row[] {
  const rows: Row[] = [];
  if (aiReply) rows.push({ kind: 'writing', key: `w${aiReply.replyId}`, text: aiReply.text });
  let continued = lastStored?.senderType === 'representative' && lastStored.senderId === me && !aiReply;
  for (const message of pending) {
    rows.push({ kind: 'pending', key: `p${message.clientMessageId}`, pending: message, opensGroup: !continued });
    continued = true;
  }
  for (const each of scheduled) rows.push({ kind: 'scheduled', key: `s${each.id}`, scheduled: each });
  return rows;
}

const leaveAtOnce = 8;

/**
 * Returns the rows to render for those in view. They leave at the top by eights: one that left with every message would
 * have those below laid out and painted once more, in a frame of its own.
 */
export const rowsDrawn = (inView: Range): number[] =>
  defaultRangeExtractor({ ...inView, startIndex: inView.startIndex - (inView.startIndex % leaveAtOnce) });
