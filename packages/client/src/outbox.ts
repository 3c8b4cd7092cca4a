/**
 * Messages on their way. Each gets a `clientMessageId` when it is written and keeps it over every retry and both doors
 * (socket and HTTP), so the server stores it once, however often it arrives. That also makes several tabs safe: two
 * that find the same message in storage may both send it, one message comes of it, and each forgets it on its own
 * acknowledgement.
 */
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { BlocksDraft, ResponseDraft } from '@parley/contracts/messages/blocks';
import type { Participant } from '@parley/contracts/conversations/conversation-fields';
import type { Macro } from '@parley/contracts/messages/canned-replies';
import type { Original } from '@parley/contracts/assistant/copilot';
import type { Message } from '@parley/contracts/entities';
import type { ServerFrame } from '@parley/contracts/frames';
import type { ErrorCode } from '@parley/contracts/problems';
import type { ProactiveOrigin } from '@parley/contracts/proactive/proactive';
import { sendTimeoutMs } from '@parley/contracts/messages/limits';
import { backOff, isPassing } from './back-off.ts';
import { newId } from './identifier.ts';
import type { Live } from './live.ts';
import { isRefusal, Refusal } from './refusal.ts';

export interface PendingMessage {
  readonly clientMessageId: string;
  /** Null for a visitor's message written before the conversation exists. */
  readonly conversationId: string | null;
  readonly content: string;
  /** Epoch milliseconds; later messages have later ones. */
  readonly createdAt: number;
  /** The newest seq the writer had seen. */
  readonly basedOnSeq?: number | undefined;
  /** Optional parts: changes that the team wants made with it, files, the text it translates, the message it quotes. */
  readonly more?:
    | {
        readonly macro?: Macro;
        readonly attachments?: AttachmentInputs;
        readonly original?: Original;
        /** The text with formatting; `content` is what it reads as without. */
        readonly markdown?: string;
        /** Id of the message that it quotes. */
        readonly replyTo?: string;
        /** Buttons, cards or a form below the team's text. */
        readonly blocks?: BlocksDraft;
        /** Button or form that a visitor's message answers. */
        readonly response?: ResponseDraft;
        /** Recipients of its mail beside the customer. */
        readonly recipients?: Participant[];
        /** A visitor's own id of a conversation that it starts, or goes on with before the conversation has one. */
        readonly clientConversationId?: string;
        /** Proactive message that a visitor's conversation begins with, or after. */
        readonly proactive?: ProactiveOrigin;
      }
    | undefined;
  /** Its files are not announced yet: until `complete` says under which ids, it and what comes after it wait. */
  readonly awaitsFiles?: boolean | undefined;
  /**
   * - `sending`: on its way, or waiting for the network, an earlier message, or the end of a limit
   * - `held`: another representative replied first (`between`); the writer decides: `retry` or `discard`
   * - `failed`: refused for good (`code`, `reason`); `retry` tries again
   */
  readonly state: 'sending' | 'held' | 'failed';
  readonly code?: ErrorCode | undefined;
  readonly reason?: string | undefined;
  readonly between?: readonly Message[] | undefined;
}

export interface OutboxOptions {
  live: Live;
  /**
   * Sends over HTTP when the socket gave no answer for 5 seconds, with the same `clientMessageId`. Answers the stored
   * message; throws `Refusal` when the server refused, anything else when it could not be reached.
   */
  post(pending: PendingMessage): Promise<Message>;
  /** A message of this outbox is stored. Hand it to the conversation that is shown (`followed.receive`). */
  stored(message: Message): void;
  /** Storage in which pending messages survive a reload. Without it they live as long as the page. */
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> | undefined;
  /** Starts the name of every entry. One per user or visitor: nobody sends what another left in the same browser. */
  storageKey?: string;
  random?: () => number;
}

export interface Outbox {
  /** Everything not stored yet, in the order of writing; a new array whenever something changed. */
  readonly pending: readonly PendingMessage[];
  /** Queues a message. The caller has checked that it is not blank. */
  send(
    written: Pick<PendingMessage, 'conversationId' | 'content' | 'basedOnSeq' | 'more' | 'awaitsFiles'> & {
      /** The one that its draft is kept under; made up unless given. */
      clientMessageId?: string;
    },
  ): PendingMessage;
  /** Names the files that a message awaits, so that it goes; without any it is failed: they cannot be had. */
  complete(clientMessageId: string, attachments?: AttachmentInputs): void;
  /** Sends a held or failed message again; a held one with the seq its writer has now seen. */
  retry(clientMessageId: string, basedOnSeq?: number): void;
  /** Forgets a held or failed message. */
  discard(clientMessageId: string): void;
  subscribe(listener: () => void): () => void;
  /** Stops sending. What is pending stays in storage. */
  close(): void;
}

/** An attempt under way, or the wait for the next one. */
interface Attempt {
  timer: ReturnType<typeof setTimeout> | undefined;
  failures: number;
  isWaiting: boolean;
}

/** Longest wait before an unsent message is tried again, since its writer is waiting. */
const restMaxMs = 8_000;
/** Over HTTP an answer may fail to come just as well: a dead network keeps a request waiting for minutes. */
const postTimeoutMs = 10_000;

/**
 * Sends messages until each is stored or refused: over the socket, again after every reconnect, over HTTP after 5
 * seconds. Within a conversation one message is on its way at a time, so that they are stored in the order of writing
 * whatever gets lost. A refusal for the rate waits as long as the server asks. Nothing is dropped silently.
 *
 * @example
 * const outbox = createOutbox({ live, post, stored: followed.receive, storage: localStorage, storageKey: `parley:${user.id}:` });
 * outbox.send({ conversationId, content: 'Hello', basedOnSeq: completeUntil(followed.state) });
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const { live, storage, storageKey = 'parley:outbox:', random } = options;
  const listeners = new Set<() => void>();
  const attempts = new Map<string, Attempt>();
  let pending: readonly PendingMessage[] = restore();

  function restore(): PendingMessage[] {
    const found: PendingMessage[] = [];
    guarded(() => {
      for (let index = 0; index < (storage?.length ?? 0); index += 1) {
        const key = storage?.key(index);
        const text = key?.startsWith(storageKey) ? storage?.getItem(key) : undefined;
        // A corrupt entry must not keep the others from being sent.
        if (text) guarded(() => found.push(JSON.parse(text) as PendingMessage));
      }
    });
    return found.toSorted((one, other) => one.createdAt - other.createdAt);
  }

  function put(changed: PendingMessage): void {
    const isNew = !pending.some(({ clientMessageId }) => clientMessageId === changed.clientMessageId);
    pending = isNew
      ? [...pending, changed]
      : pending.map((each) => (each.clientMessageId === changed.clientMessageId ? changed : each));
    guarded(() => storage?.setItem(storageKey + changed.clientMessageId, JSON.stringify(changed)));
    pump();
    for (const listener of listeners) listener();
  }

  function forget(clientMessageId: string): void {
    stop(clientMessageId);
    pending = pending.filter((each) => each.clientMessageId !== clientMessageId);
    guarded(() => storage?.removeItem(storageKey + clientMessageId));
    pump();
    for (const listener of listeners) listener();
  }

  function stop(clientMessageId: string): void {
    clearTimeout(attempts.get(clientMessageId)?.timer);
    attempts.delete(clientMessageId);
  }

  const find = (clientMessageId: string | null | undefined): PendingMessage | undefined =>
    pending.find((each) => each.clientMessageId === clientMessageId);

  /** Starts what nothing earlier of the same conversation stands in front of. */
  function pump(): void {
    const sending = pending.filter(({ state }) => state === 'sending');
    for (const [index, message] of sending.entries()) {
      const isBlocked = sending
        .slice(0, index)
        .some(({ conversationId: one }) => !one || !message.conversationId || one === message.conversationId);
      if (isBlocked || message.awaitsFiles || attempts.has(message.clientMessageId)) continue;
      const attempt = { timer: undefined, failures: 0, isWaiting: false };
      attempts.set(message.clientMessageId, attempt);
      start(message, attempt);
    }
  }

  function start(message: PendingMessage, attempt: Attempt): void {
    attempt.isWaiting = false;
    live.send({
      type: 'send_message',
      clientMessageId: message.clientMessageId,
      ...(message.content && { content: message.content }),
      ...(message.conversationId && { conversationId: message.conversationId }),
      ...(message.basedOnSeq !== undefined && { basedOnSeq: message.basedOnSeq }),
      ...message.more,
    });
    attempt.timer ??= setTimeout(() => void overHttp(message, attempt), sendTimeoutMs);
  }

  async function overHttp(message: PendingMessage, attempt: Attempt): Promise<void> {
    const silence = new Promise<never>((_, reject) => {
      attempt.timer = setTimeout(() => reject(new Error('No answer')), postTimeoutMs);
    });
    try {
      settle(await Promise.race([options.post(message), silence]), message.clientMessageId);
    } catch (error) {
      // The socket has settled, refused or stopped this message in the meantime.
      if (attempts.get(message.clientMessageId) !== attempt) return;
      if (isRefusal(error)) refuse(message, error);
      else rest(message, attempt, backOff(attempt.failures, random, restMaxMs));
    }
  }

  /** Tries again after a while; whatever is written later in the conversation waits behind it. */
  function rest(message: PendingMessage, attempt: Attempt, ms: number): void {
    clearTimeout(attempt.timer);
    attempt.failures += 1;
    attempt.isWaiting = true;
    attempt.timer = setTimeout(() => {
      attempt.timer = undefined;
      start(message, attempt);
    }, ms);
  }

  function send(written: Parameters<Outbox['send']>[0]): PendingMessage {
    const createdAt = Math.max(Date.now(), (pending.at(-1)?.createdAt ?? 0) + 1);
    const message: PendingMessage = {
      ...written,
      clientMessageId: written.clientMessageId ?? newId(),
      createdAt,
      state: 'sending',
    };
    put(message);
    return message;
  }

  function settle(message: Message, clientMessageId: string): void {
    if (!find(clientMessageId)) return;
    // Shown as stored before it goes from the pending ones, so that it never vanishes in between.
    options.stored(message);
    forget(clientMessageId);
  }

  /** Matches an incoming message with a pending one, unless the other side has used the same ID. */
  function meet(message: Message): void {
    if (find(message.clientMessageId)?.content.trim() === message.content)
      settle(message, message.clientMessageId ?? '');
  }

  function refuse(message: PendingMessage, { code, message: reason, retryAfterMs, between }: Refusal): void {
    const attempt = attempts.get(message.clientMessageId);
    if (code === 'rate_limited' && attempt) return rest(message, attempt, retryAfterMs ?? 1_000);
    if (isPassing(code) && attempt) {
      return rest(message, attempt, Math.max(retryAfterMs ?? 0, backOff(attempt.failures, random, restMaxMs)));
    }
    // Its id stands for another message: under a new one it is as if it were written now.
    if (code === 'conflict') {
      forget(message.clientMessageId);
      return void send({ ...message, clientMessageId: newId() });
    }
    stop(message.clientMessageId);
    put({ ...message, state: code === 'conversation_moved' ? 'held' : 'failed', code, reason, between });
  }

  function hear(frame: ServerFrame): void {
    if (!pending.length) return;
    if (frame.type === 'message_ack') settle(frame.message, frame.clientMessageId ?? '');
    // An acknowledgement may get lost where the message itself does not.
    else if (frame.type === 'new_message') meet(frame.message);
    else if (frame.type === 'joined') frame.messages.forEach(meet);
    else if (frame.type === 'error') {
      const message = find(frame.clientMessageId);
      const { code, retryAfterMs, messages: between } = frame;
      if (message?.state !== 'sending') return;
      refuse(message, new Refusal(code, frame.message, { retryAfterMs: retryAfterMs || undefined, between }));
    }
  }

  /** Sends pending messages over the socket too, even those under way over HTTP: the first answer settles them. */
  function resend(): void {
    for (const message of pending) {
      const attempt = attempts.get(message.clientMessageId);
      if (attempt && !attempt.isWaiting) start(message, attempt);
    }
  }

  const detach = [live.on('frame', hear), live.on('sync', resend)];
  pump();

  return {
    get pending() {
      return pending;
    },
    send,
    complete(clientMessageId, attachments) {
      const message = find(clientMessageId);
      if (!message?.awaitsFiles) return;
      if (attachments) {
        put({ ...message, state: 'sending', awaitsFiles: undefined, more: { ...message.more, attachments } });
      } else put({ ...message, state: 'failed' });
    },
    retry(clientMessageId, basedOnSeq) {
      const message = find(clientMessageId);
      if (!message || message.state === 'sending') return;
      const unburdened = { code: undefined, reason: undefined, between: undefined };
      put({ ...message, ...unburdened, state: 'sending', basedOnSeq: basedOnSeq ?? message.basedOnSeq });
    },
    discard(clientMessageId) {
      if (find(clientMessageId)?.state !== 'sending') forget(clientMessageId);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      for (const off of detach) off();
      for (const clientMessageId of attempts.keys()) stop(clientMessageId);
    },
  };
}

/** Storage may be full, forbidden or broken; messages are then kept as long as the page lives. */
function guarded(step: () => void): void {
  try {
    step();
  } catch {
    // Nothing to do: see above.
  }
}
