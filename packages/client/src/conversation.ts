/**
 * State of one conversation, and the rules by which frames and pages add to it. Every function is pure and returns a
 * new state, or the same object when nothing changed, so that a view can compare by identity.
 */
import type { Attachment } from '@parley/contracts/messages/attachments';
import type { Message, MessageReactions } from '@parley/contracts/entities';
import type { Side } from '@parley/contracts/frames/frame';

/** How far each side has received and read. They only move forward. */
export interface Cursors {
  readonly customerDeliveredSeq: number;
  readonly customerReadSeq: number;
  readonly staffDeliveredSeq: number;
  readonly staffReadSeq: number;
}

export interface ConversationState {
  /** Oldest first, each once, no gap between them. The first need not be the conversation's first. */
  readonly messages: readonly Message[];
  /** Arrived ahead of something that is still missing; not to be shown yet. */
  readonly held: readonly Message[];
  /** The highest seq known to exist. */
  readonly lastSeq: number;
  readonly cursors: Cursors;
  /** Up to here every edit of what is here is known; unless told, up to the last one that the messages have. */
  readonly editNo?: number;
}

export const emptyConversation: ConversationState = {
  messages: [],
  held: [],
  lastSeq: 0,
  cursors: { customerDeliveredSeq: 0, customerReadSeq: 0, staffDeliveredSeq: 0, staffReadSeq: 0 },
};

/** The seq up to which everything is here, 0 for nothing. */
export const completeUntil = (state: ConversationState): number => state.messages.at(-1)?.seq ?? 0;

/** Whether something after `completeUntil` exists that has not arrived. */
export const hasGap = (state: ConversationState): boolean => state.lastSeq > completeUntil(state);

/** The last edit of a message, 0 for one that says what it always said. */
export const editOf = (message: Message): number => message.editNo ?? 0;

/** Of two copies of a message the text that was edited last, with the newest reactions. */
function newest(one: Message, other: Message): Message {
  const message = editOf(one) >= editOf(other) ? one : other;
  const { reactions = [], reactionNo = 0 } = (one.reactionNo ?? 0) >= (other.reactionNo ?? 0) ? one : other;
  return reactionNo === (message.reactionNo ?? 0) ? message : { ...message, reactions, reactionNo };
}

/**
 * Adds messages in any order, with any repetition. Those that join on to what is here are shown, those ahead of a gap
 * are held until it is filled. `isPage` says that they are one stretch without a gap, as a page or a `joined` answer is;
 * only a page, or message 1, can begin an empty conversation, since nobody knows what lies before a single later one. Of
 * two copies of a message the one that was edited last stays, whichever comes first.
 */
export function receive(
  state: ConversationState,
  added: readonly Message[],
  { isPage = false }: { isPage?: boolean } = {},
): ConversationState {
  const [only] = added;
  if (!only) return state;
  const last = completeUntil(state);
  // Nearly every message is the next one.
  if (added.length === 1 && last && only.seq === last + 1 && !state.held.length) {
    return { ...state, messages: [...state.messages, only], lastSeq: Math.max(state.lastSeq, only.seq) };
  }
  const known = new Map<number, Message>();
  let taken = 0;
  for (const message of [...state.messages, ...state.held, ...added]) {
    const before = known.get(message.seq);
    // The first copy stays, so that a repetition changes nothing; one that was changed later takes its place.
    const after = before ? newest(before, message) : message;
    if (after === before) continue;
    known.set(message.seq, after);
    taken += 1;
  }
  if (taken === state.messages.length + state.held.length) return state;

  const sorted = [...known.values()].toSorted((one, other) => one.seq - other.seq);
  const start = state.messages[0]?.seq ?? (isPage ? Math.min(...added.map(({ seq }) => seq)) : 1);
  const messages = stretchAround(sorted, known.has(start) ? start : undefined);
  const end = messages.at(-1)?.seq ?? 0;
  return {
    ...state,
    messages,
    // Older messages that don't adjoin the loaded range are dropped: scrolling there fetches them as a page.
    held: sorted.filter(({ seq }) => seq > end),
    lastSeq: Math.max(state.lastSeq, sorted.at(-1)?.seq ?? 0),
  };
}

/** The longest run without a gap that contains `seq`. */
function stretchAround(sorted: readonly Message[], seq: number | undefined): readonly Message[] {
  const at = sorted.findIndex((message) => message.seq === seq);
  if (at < 0) return [];
  const isNext = (index: number): boolean => sorted[index]?.seq === (sorted[index - 1]?.seq ?? Number.NaN) + 1;
  let from = at;
  while (isNext(from)) from -= 1;
  let to = at + 1;
  while (isNext(to)) to += 1;
  return sorted.slice(from, to);
}

/** Notes that messages up to `lastSeq` exist. */
export const expect = (state: ConversationState, lastSeq: number): ConversationState =>
  lastSeq > state.lastSeq ? { ...state, lastSeq } : state;

/** Moves cursors forward; an older value changes nothing. */
export function advance(state: ConversationState, moved: Partial<Cursors>): ConversationState {
  const old = state.cursors;
  const cursors: Cursors = {
    customerDeliveredSeq: Math.max(old.customerDeliveredSeq, moved.customerDeliveredSeq ?? 0),
    customerReadSeq: Math.max(old.customerReadSeq, moved.customerReadSeq ?? 0),
    staffDeliveredSeq: Math.max(old.staffDeliveredSeq, moved.staffDeliveredSeq ?? 0),
    staffReadSeq: Math.max(old.staffReadSeq, moved.staffReadSeq ?? 0),
  };
  const isSame =
    cursors.customerDeliveredSeq === old.customerDeliveredSeq &&
    cursors.customerReadSeq === old.customerReadSeq &&
    cursors.staffDeliveredSeq === old.staffDeliveredSeq &&
    cursors.staffReadSeq === old.staffReadSeq;
  return isSame ? state : { ...state, cursors };
}

/** Messages with a file that may still become something else. */
export const withUndecided = ({ messages }: ConversationState): readonly Message[] =>
  messages.filter(({ attachments }) =>
    attachments?.some(({ state: now }) => now === 'receiving' || now === 'checking'),
  );

/** A file of the message `seq` as it is now. */
export function replaceAttachment(state: ConversationState, seq: number, attachment: Attachment): ConversationState {
  const replace = (message: Message): Message =>
    message.seq === seq && message.attachments
      ? { ...message, attachments: message.attachments.map((each) => (each.id === attachment.id ? attachment : each)) }
      : message;
  return { ...state, messages: state.messages.map(replace), held: state.held.map(replace) };
}

/** Replaces the reactions to messages; older ones change nothing. */
export function replaceReactions(
  state: ConversationState,
  reacted: readonly MessageReactions[] = [],
): ConversationState {
  const bySeq = new Map(reacted.map((each) => [each.seq, each]));
  const replace = (message: Message): Message => {
    const { reactionNo = 0, reactions = [] } = bySeq.get(message.seq) ?? {};
    return reactionNo > (message.reactionNo ?? 0) ? { ...message, reactionNo, reactions } : message;
  };
  return reacted.length > 0
    ? { ...state, messages: state.messages.map(replace), held: state.held.map(replace) }
    : state;
}

/** The side a message was written on: the assistant speaks for the staff. */
export const sideOf = (message: Pick<Message, 'senderType'>): Side =>
  message.senderType === 'customer' ? 'customer' : 'staff';

/**
 * How far a stored message has come, by the other side's cursors. What is not stored yet is in the outbox, as
 * `sending`, `held` or `failed`.
 */
export function deliveryState(
  message: Pick<Message, 'senderType' | 'seq'>,
  cursors: Cursors,
): 'sent' | 'delivered' | 'read' {
  const isCustomers = sideOf(message) === 'customer';
  if (message.seq <= (isCustomers ? cursors.staffReadSeq : cursors.customerReadSeq)) return 'read';
  if (message.seq <= (isCustomers ? cursors.staffDeliveredSeq : cursors.customerDeliveredSeq)) return 'delivered';
  return 'sent';
}
