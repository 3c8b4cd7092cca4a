/**
 * Keeps one conversation complete over the live connection: joins, catches up after every interruption, fills gaps and
 * sends receipts. `state` is what a view shows.
 */
import type { Message, SenderType } from '@parley/contracts/entities';
import type { ServerFrame, ServerFrameOf } from '@parley/contracts/frames';
import type { Side } from '@parley/contracts/frames/frame';
import type { ErrorCode } from '@parley/contracts/problems';
import { messagesPerPageMax } from '@parley/contracts/messages/limits';
import { backOff, isPassing } from './back-off.ts';
import {
  advance,
  completeUntil,
  type ConversationState,
  editOf,
  emptyConversation,
  expect,
  hasGap,
  receive,
  replaceAttachment,
  replaceReactions,
  sideOf,
  withUndecided,
} from './conversation.ts';
import type { Live } from './live.ts';

export interface Typist {
  readonly senderType: SenderType;
  readonly senderId: string | null;
  readonly senderName: string | null;
}

export interface FollowedState extends ConversationState {
  /** True once the server has let us in; false again while reconnecting or after a refusal. */
  readonly isJoined: boolean;
  /** Why joining was refused for good: `not_found`, `forbidden` … */
  readonly refused: ErrorCode | null;
  /** Other participants who are writing. */
  readonly typists: readonly Typist[];
  /** The assistant's reply while it is being written; what it says in the end comes as a message. */
  readonly aiReply: { readonly replyId: string; readonly text: string } | null;
}

export interface FollowOptions {
  live: Live;
  conversationId: string;
  /** Ours. */
  side: Side;
  /** State from a cache or an HTTP answer: joining then asks only for what came after it. */
  initial?: Partial<ConversationState>;
  /** Fetches one page over HTTP, oldest first. Used beyond what a `joined` frame carries, and for `loadOlder`. */
  fetchMessages(page: { after?: number; before?: number; limit: number }): Promise<Message[]>;
}

export interface Followed {
  /** A new object whenever something changed: fit for `useSyncExternalStore`. */
  readonly state: FollowedState;
  subscribe(listener: () => void): () => void;
  /** Adds a message that came another way, such as the outbox's HTTP answer. Others' conversations are ignored. */
  receive(message: Message): void;
  /** Everything up to `seq` (all that is here, unless given) has been seen by a person on our side. */
  markRead(seq?: number): void;
  /** Call at every keystroke with true, when the composer is emptied with false. Sends what is needed, no more. */
  setTyping(isTyping: boolean): void;
  /** Fetches the page (of `limit`, 50 unless given) before the first message; false when there is none before it. */
  loadOlder(limit?: number): Promise<boolean>;
  /** Leaves the conversation. */
  close(): void;
}

/** Someone who has not confirmed writing for this long has stopped. */
const typingEndsMs = 6_000;
/** Interval at which the others are reminded that this side is still writing. */
const typingRepeatMs = 3_000;
/** Receipts wait this long for the next message, so that a burst has one. */
const receiptDelayMs = 100;
/** A gap is often only two frames crossing; after this long the missing part is asked for. */
const gapPatienceMs = 50;
/** Interval after which a waiting client asks about a file, since the frame about it may be missed. */
const fileAskMs = 5_000;

/** Follows a conversation until `close`. Several followers of one conversation on one connection are fine. */
export function followConversation(options: FollowOptions): Followed {
  const { live, conversationId, side } = options;
  const listeners = new Set<() => void>();
  const typingTimers = new Map<string, ReturnType<typeof setTimeout>>();
  let state: FollowedState & { editNo: number } = {
    ...emptyConversation,
    // A page was read at one moment: whatever was edited before its last edit is in it.
    editNo: Math.max(0, ...(options.initial?.messages ?? []).map(editOf)),
    ...options.initial,
    isJoined: false,
    refused: null,
    typists: [],
    aiReply: null,
  };
  let isClosed = false;
  let wantedReadSeq = 0;
  /** How far this side has read and received, as the server last confirmed it or was last sent on this connection. */
  let sent = { read: 0, delivered: 0 };
  let joinTimer: ReturnType<typeof setTimeout> | undefined;
  let joinFailures = 0;
  let typingSentAt = 0;
  let receiptTimer: ReturnType<typeof setTimeout> | undefined;
  let gapTimer: ReturnType<typeof setTimeout> | undefined;
  let fileTimer: ReturnType<typeof setTimeout> | undefined;
  let fetchFailures = 0;

  function become(changed: typeof state): void {
    if (changed === state) return;
    state = changed;
    for (const listener of listeners) listener();
  }
  /** Applies a rule of `conversation.ts`, which knows nothing of the rest of the state. */
  function apply(rule: (current: ConversationState) => ConversationState): void {
    const changed = rule(state);
    if (changed !== state) become({ ...state, ...changed });
    settle();
  }

  function join(): void {
    const afterSeq = completeUntil(state);
    live.send({
      type: 'join_conversation',
      conversationId,
      ...(afterSeq && { afterSeq }),
      ...(state.editNo && { afterEdit: state.editNo }),
    });
  }

  /** Does what each change requires: fills a gap, sends receipts. */
  function settle(): void {
    if (isClosed) return;
    if (hasGap(state)) planFetch();
    if (withUndecided(state).length) fileTimer ??= setTimeout(() => void askForFiles(), fileAskMs);
    receiptTimer ??= setTimeout(sendReceipts, receiptDelayMs);
  }

  /** Asks about waiting files, since the frames about them may be missed. */
  async function askForFiles(): Promise<void> {
    for (const { seq } of withUndecided(state)) {
      const page = await options.fetchMessages({ after: seq - 1, limit: 1 }).catch(() => []);
      for (const { attachments = [] } of page)
        for (const each of attachments) apply((current) => replaceAttachment(current, seq, each));
    }
    fileTimer = undefined;
    settle();
  }

  function planFetch(): void {
    const wait = gapPatienceMs + (fetchFailures ? backOff(fetchFailures) : 0);
    gapTimer ??= setTimeout(() => void fillGap(), wait);
  }

  /** Fetches one page of what is missing. */
  async function fillGap(): Promise<void> {
    try {
      const page = await options.fetchMessages({ after: completeUntil(state), limit: messagesPerPageMax });
      // An empty page: the server we asked does not have them yet, or they were deleted.
      fetchFailures = page.length ? 0 : fetchFailures + 1;
      apply((current) => receive(current, page, { isPage: true }));
    } catch {
      fetchFailures += 1;
    }
    gapTimer = undefined;
    settle();
  }

  function sendReceipts(): void {
    receiptTimer = undefined;
    if (!state.isJoined) return;
    const others = state.messages.findLast((message) => sideOf(message) !== side)?.seq ?? 0;
    // Reading implies having received, so one frame says both.
    if (wantedReadSeq > sent.read) sendReceipt('read', wantedReadSeq);
    else if (others > sent.delivered) sendReceipt('delivered', others);
  }

  /** Shown at once; if it gets lost, the next `joined` frame says what the server really knows. */
  function sendReceipt(type: 'read' | 'delivered', seq: number): void {
    if (!live.send({ type, conversationId, seq })) return;
    sent = { read: type === 'read' ? seq : sent.read, delivered: Math.max(sent.delivered, seq) };
    const name = `${side}${type === 'read' ? 'Read' : 'Delivered'}Seq` as const;
    apply((current) => advance(current, { [`${side}DeliveredSeq`]: seq, [name]: seq }));
  }

  function typing({ isTyping, ...typist }: Typist & { isTyping: boolean }): void {
    const key = typist.senderId ?? typist.senderType;
    const others = state.typists.filter((each) => (each.senderId ?? each.senderType) !== key);
    clearTimeout(typingTimers.get(key));
    typingTimers.delete(key);
    if (isTyping)
      typingTimers.set(
        key,
        setTimeout(() => typing({ ...typist, isTyping: false }), typingEndsMs),
      );
    if (isTyping || others.length < state.typists.length) {
      become({ ...state, typists: isTyping ? [...others, typist] : others });
    }
  }

  function add(message: Message): void {
    if (message.conversationId !== conversationId) return;
    typing({ ...message, isTyping: false });
    if (message.senderType === 'ai' && state.aiReply) become({ ...state, aiReply: null });
    // A reply marks everything before it as read on the server, which sends no separate receipt.
    const { seq } = message;
    const read = message.senderType === 'representative' ? { staffDeliveredSeq: seq, staffReadSeq: seq } : {};
    apply((current) => advance(receive(current, [message]), read));
  }

  /** Not let in, or a receipt not taken. What passes by itself is tried again by joining, which makes up for both. */
  function refuse({ code, retryAfterMs = 0 }: ServerFrameOf<'error'>): void {
    const isForGood = !isPassing(code) && !(code === 'forbidden' && state.isJoined);
    become({ ...state, isJoined: false, refused: isForGood ? code : null });
    if (isForGood) return;
    clearTimeout(joinTimer);
    joinTimer = setTimeout(join, retryAfterMs + backOff(joinFailures));
    joinFailures += 1;
  }

  function hear(frame: ServerFrame): void {
    if (frame.type === 'message_ack') return add(frame.message);
    if (!('conversationId' in frame) || frame.conversationId !== conversationId) return;
    switch (frame.type) {
      case 'joined':
        become({ ...state, isJoined: true, refused: null });
        fetchFailures = joinFailures = 0;
        // Representatives get their own cursor.
        sent = { read: frame.readSeq ?? frame[`${side}ReadSeq`], delivered: frame[`${side}DeliveredSeq`] };
        clearTimeout(gapTimer);
        gapTimer = undefined;
        state = { ...state, editNo: frame.editNo ?? state.editNo };
        // The answer is full: there may be more.
        if (frame.edited?.[messagesPerPageMax - 1]) join();
        return apply((current) =>
          advance(
            expect(
              replaceReactions(
                receive(current, [...frame.messages, ...(frame.edited ?? [])], { isPage: true }),
                frame.reactions,
              ),
              frame.lastSeq,
            ),
            frame,
          ),
        );
      case 'message_updated': {
        const { message } = frame;
        if (editOf(message) > state.editNo + 1) join();
        else state = { ...state, editNo: Math.max(state.editNo, editOf(message)) };
        return apply((current) => receive(current, [message]));
      }
      case 'new_message':
        return add(frame.message);
      case 'attachment_updated': {
        const { seq, attachment } = frame;
        return apply((current) => replaceAttachment(current, seq, attachment));
      }
      case 'message_reactions':
        return apply((current) => replaceReactions(current, [frame]));
      case 'read':
      case 'delivered': {
        const party = frame.type === 'read' ? frame.reader : frame.receiver;
        const moved = frame.type === 'read' ? { [`${party}ReadSeq`]: frame.seq } : {};
        return apply((current) => advance(current, { ...moved, [`${party}DeliveredSeq`]: frame.seq }));
      }
      case 'typing':
        return typing(frame);
      case 'ai_delta': {
        const { replyId, at, text, done } = frame;
        const shown = at > 0 && state.aiReply?.replyId === replyId ? state.aiReply.text : '';
        // Behind a piece that was missed nothing more is shown: the message brings it all.
        return become({
          ...state,
          aiReply: done ? null : { replyId, text: at === shown.length ? shown + text : shown },
        });
      }
      case 'error':
        // A refused message is the outbox's affair.
        if (!frame.clientMessageId) refuse(frame);
        return;
      case 'activity':
      case 'presence':
      case 'conversation_state':
      case 'conversation_deleted':
      case 'conversation_left':
      case 'person_needed':
      case 'following':
      case 'muted':
      case 'hand_off_corrected':
      case 'translation_chosen':
      case 'draft':
      case 'viewers':
      case 'scheduled_updated':
      case 'sent_mails_updated':
    }
  }

  const detach = [
    live.on('frame', hear),
    live.on('sync', join),
    live.on('state', (now) => now !== 'online' && state.isJoined && become({ ...state, isJoined: false })),
  ];
  if (live.state === 'online') join();

  return {
    get state() {
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    receive: add,
    markRead(seq = completeUntil(state)) {
      wantedReadSeq = Math.max(wantedReadSeq, seq);
      receiptTimer ??= setTimeout(sendReceipts, receiptDelayMs);
    },
    setTyping(isTyping) {
      const now = Date.now();
      if (isTyping ? now - typingSentAt < typingRepeatMs : !typingSentAt) return;
      if (live.send({ type: 'typing', conversationId, isTyping })) typingSentAt = isTyping ? now : 0;
    },
    async loadOlder(limit = 50) {
      const before = state.messages[0]?.seq ?? 0;
      if (before <= 1) return false;
      let page: Message[];
      let knownEdit: number;
      // An edit that came during the fetch may be older or newer than the page.
      do {
        knownEdit = state.editNo;
        page = await options.fetchMessages({ before, limit });
      } while (knownEdit !== state.editNo);
      apply((current) => receive(current, page, { isPage: true }));
      return page.length > 0 && (state.messages[0]?.seq ?? 0) > 1;
    },
    close() {
      isClosed = true;
      for (const off of detach) off();
      for (const timer of [receiptTimer, gapTimer, joinTimer, fileTimer, ...typingTimers.values()]) clearTimeout(timer);
      live.send({ type: 'leave_conversation', conversationId });
    },
  };
}
