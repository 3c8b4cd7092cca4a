/** A talk with the server: the shared client's pieces, put together for a visitor. */
import { isPassing } from '@parley/client/back-off';
import { deliveryState } from '@parley/client/conversation';
import type { Followed, FollowOptions } from '@parley/client/follow';
import { newId } from '@parley/client/identifier';
import type { Live } from '@parley/client/live';
import type { Outbox, PendingMessage } from '@parley/client/outbox';
import { isRefusal } from '@parley/client/refusal';
import type { Message } from '@parley/contracts/entities';
import { visitorSubprotocol } from '@parley/contracts/socket';
import type { VisitorConversation } from '@parley/contracts/visitors/widget';
import { attributesPath, messagesPath, postMessagePath, requestPersonPath, visitorPath } from '../contract.static.ts';
import type { ParleyUser, Wishes } from '../loader/parley.ts';
import type * as connectionPart from '../parts/connection.ts';
import { forgetVisitor, memoryKey, rememberedToken, withStorage } from './memory.ts';
import { statusNow } from './status.ts';
import type { Talk, TalkMessage, TalkState } from './talk.ts';
import { createVisitor, currentPage, type Visitor, type VisitorSession } from './visitor.ts';

export interface LiveTalkOptions {
  host: string;
  locale: string;
  /** Options of the page, with the visitor's identity. */
  wishes: Wishes;
  /** Whether the assistant takes first messages, until the server says how this conversation stands. */
  startsWithAssistant: boolean;
  /** Brings what sends messages and follows a conversation over a socket that tabs share. */
  loadConnection: () => Promise<typeof connectionPart>;
  /** Called when a message of the visitor has begun a conversation. */
  started: (conversationId: string) => void;
}

export interface LiveTalk extends Talk {
  readonly visitor: Visitor;
  identify(user: ParleyUser): void;
  setAttributes(attributes: object): void;
  logout(): void;
  /** The page shows another address now. */
  navigated(): void;
}

type Details = Pick<
  VisitorConversation,
  'isAiAssisted' | 'representative' | 'customerEmail' | 'lastSeq' | 'isBlocked' | 'rating' | 'unreadElsewhere'
> &
  Pick<TalkState, 'status'>;

/** The connection's code is asked for again within this time. */
const loadAgainMs = 8_000;

/** A single-page site names its page only after the address has changed. */
const titleMs = 500;

const written = (pending: PendingMessage, isOnline: boolean): TalkMessage => ({
  key: pending.clientMessageId,
  content: pending.content,
  senderType: 'customer',
  senderId: null,
  senderName: null,
  createdAt: new Date(pending.createdAt).toISOString(),
  attachments: pending.more?.attachments,
  awaitsFiles: pending.awaitsFiles,
  progress: pending.state === 'failed' ? 'failed' : isOnline ? 'sending' : 'waiting',
});

/** Stands still until the visitor acts, or has talked before; then connects and stays so. */
export function liveTalk({
  host,
  locale,
  wishes,
  startsWithAssistant,
  loadConnection,
  started,
}: LiveTalkOptions): LiveTalk {
  const key = memoryKey(host);
  let state: TalkState;
  let changed: () => void = () => undefined;
  let announce: (message: TalkMessage) => void = () => undefined;
  let { user, attributes } = wishes;
  const meet = (): Visitor => createVisitor(host, locale, () => user);
  let visitor = meet();
  /** The session that the talk was last taken from. */
  let taken: VisitorSession | undefined;
  let live: Live | undefined;
  let connection: typeof connectionPart | undefined;
  let outbox: Outbox | undefined;
  /** The live connection is open, or its code is on its way. */
  let isConnecting: boolean;
  /** Messages written before the outbox was here, and what it has to do then. */
  let early: PendingMessage[];
  let steps: ((outbox: Outbox) => void)[];
  let followed: Followed | undefined;
  let followedId: string | null;
  let details: Details;
  /** The server could not be reached, or refused this website, though there is a network. */
  let isRefused: boolean;
  let isPersonAsked: boolean;
  /** Left before there was a conversation to attach it to. */
  let leftEmail: string | null;
  /** Up to this seq everything has been told to the listeners. */
  let announcedSeq: number;

  let arrival: ReturnType<typeof setTimeout> | undefined;

  /** The beginning, as if nobody had ever talked here. */
  function reset(): void {
    outbox?.close();
    live?.close();
    live = outbox = undefined;
    isConnecting = false;
    early = [];
    steps = [];
    visitor.part();
    visitor = meet();
    leftEmail = null;
    isRefused = false;
    leave();
    refresh();
  }

  /** There is no conversation, or none of this visitor. */
  function leave(): void {
    followed?.close();
    followed = undefined;
    followedId = null;
    details = {
      status: null,
      isAiAssisted: startsWithAssistant,
      representative: null,
      customerEmail: null,
      lastSeq: 0,
    };
    isPersonAsked = false;
    announcedSeq = 0;
  }

  const queryOf = (): string => (followedId ? `?conversationId=${followedId}` : '');

  function refresh(): void {
    const { messages = [], cursors, typists = [], aiReply = null } = followed?.state ?? {};
    const known = new Set(messages.map((message) => message.clientMessageId));
    const pending = (outbox?.pending ?? early).filter(
      ({ clientMessageId, conversationId: id }) => !known.has(clientMessageId) && (!id || id === followedId),
    );
    const shown = messages.map((message): TalkMessage => {
      const reached = cursors && deliveryState(message, cursors);
      return {
        ...message,
        key: message.clientMessageId ?? message.id,
        ...(message.senderType === 'customer' && { progress: reached === 'read' ? 'seen' : reached }),
      };
    });
    const link = live?.state ?? (isConnecting ? (navigator.onLine ? 'connecting' : 'offline') : 'idle');
    const { status } = details;
    if (messages.some(({ senderType, seq }) => senderType === 'representative' && seq > announcedSeq))
      isPersonAsked = false;
    state = {
      ...details,
      status: status && statusNow({ ...details, status }, messages),
      link: isRefused ? 'failed' : link,
      messages: [...shown, ...pending.map((message) => written(message, link === 'online'))],
      hasEarlier: (messages[0]?.seq ?? 1) > 1,
      // A reply that the assistant had begun when a person took over is dropped; typing ends with the connection.
      typing:
        typists.find(
          ({ senderType }) =>
            link === 'online' && (senderType === 'representative' || (senderType === 'ai' && !details.representative)),
        ) ?? null,
      reply: details.representative ? null : aiReply,
      unread:
        messages.filter(({ senderType, seq }) => senderType !== 'customer' && seq > (cursors?.customerReadSeq ?? 0))
          .length + (details.unreadElsewhere ?? 0),
      email: details.customerEmail ?? leftEmail,
      personAsked: isPersonAsked,
    };
    const fresh = shown.filter((_, index) => (messages[index]?.seq ?? 0) > announcedSeq);
    announcedSeq = Math.max(announcedSeq, messages.at(-1)?.seq ?? 0);
    fresh.forEach((message) => announce(message));
    changed();
  }

  function follow(conversationId: string, initial: NonNullable<FollowOptions['initial']>): void {
    if (!live || !connection || followedId === conversationId) return;
    followed?.close();
    followedId = conversationId;
    followed = connection.followConversation({
      live,
      conversationId,
      side: 'customer',
      initial,
      fetchMessages: (page) =>
        visitor.call(
          'GET',
          `${messagesPath}?${Object.entries({ ...page, conversationId })
            .map((pair) => pair.join('='))
            .join('&')}`,
        ),
    });
    followed.subscribe(refresh);
  }

  function adopt(conversation: VisitorConversation | null): void {
    if (!conversation) return;
    const { id, lastSeq, messages, customerReadSeq } = conversation;
    details = conversation;
    visitor.keep();
    if (followedId !== id) announcedSeq = lastSeq;
    follow(id, { messages, lastSeq, cursors: { ...conversation, customerDeliveredSeq: customerReadSeq } });
    refresh();
  }

  /**
   * The server has stored a message of ours: the first one brings the conversation. One that was written in another
   * conversation than the one shown now changes nothing here.
   */
  function stored(message: Message): void {
    const sent = outbox?.pending.find(({ clientMessageId }) => clientMessageId === message.clientMessageId);
    if (followedId && followedId !== message.conversationId && sent?.conversationId !== followedId) return;
    const { conversationId, seq } = message;
    const isNew = followedId !== conversationId;
    if (isNew) started(conversationId);
    details = { ...details, status: details.status ?? 'active' };
    follow(conversationId, { messages: [message], lastSeq: seq });
    followed?.receive(message);
    // The message that it answers was stored with it.
    if (isNew && seq > 1) followed?.loadOlder().catch(() => undefined);
    catchUp();
  }

  async function saveEmail(email: string): Promise<boolean> {
    let isTaken = true;
    let left: string | null = null;
    try {
      await visitor.call('PATCH', visitorPath, { email });
      details = { ...details, customerEmail: email };
    } catch (error) {
      isTaken = !(isRefusal(error) && error.code === 'invalid');
      // Unreachable is not refused: it is tried again after a reconnect or with the next message.
      if (isTaken) left = email;
    }
    leftEmail = left;
    refresh();
    return isTaken;
  }

  /** Sends the attributes set by the page, once there is a conversation. */
  async function describe(): Promise<void> {
    const added = attributes;
    if (!followed || !added) return;
    attributes = undefined;
    try {
      const values = Object.entries(added).map((pair) => ({ key: pair[0], value: pair[1] }));
      await visitor.call('PATCH', attributesPath, { values });
    } catch (error) {
      // Unreachable is not refused: it is said again after a reconnect or with the next message.
      if (isRefusal(error) && !isPassing(error.code)) console.warn(`Parley: ${error.message}`);
      else attributes = Object.assign({}, added, attributes);
    }
  }

  /** Sends what was entered before there was a conversation, or while the server was unreachable. */
  function catchUp(): void {
    if (followed && leftEmail) void saveEmail(leftEmail);
    void describe();
    if (followed) void wishes.events?.report(visitor);
  }

  /** Reports the visitor's page, unless the tab is in the background. */
  function visit(): void {
    const isAway = document.hidden;
    live?.send({ type: 'visit', ...(!isAway && currentPage()), isAway });
  }

  /** Has the outbox do something, once it is here. */
  function outgoing(step: (outbox: Outbox) => void): void {
    if (outbox) step(outbox);
    else steps.push(step);
  }

  async function connect(): Promise<void> {
    if (isConnecting) return;
    isConnecting = true;
    const asked = visitor;
    // The session is asked for beside the code.
    asked.session().catch(() => undefined);
    refresh();
    for (;;) {
      const loaded = await loadConnection().catch(() => undefined);
      if (asked !== visitor) return;
      if (loaded) return open(loaded);
      isRefused = navigator.onLine;
      refresh();
      await new Promise((again) => {
        setTimeout(again, Math.random() * loadAgainMs);
        addEventListener('online', again, { once: true });
      });
    }
  }

  function open(loaded: typeof connectionPart): void {
    connection = loaded;
    let name = '';
    live = loaded.openLive({
      url: `${host.replace('http', 'ws')}/ws`,
      async protocols(failures) {
        const asked = visitor;
        try {
          const session = await asked.session(failures > 1);
          if (asked !== visitor) throw new Error();
          const { visitorId, token, conversation } = session;
          // A newly proved identity may belong to another visitor than before.
          if (name && !name.endsWith(visitorId)) leave();
          name = `${key}:${visitorId}`;
          isRefused = false;
          // A result of an earlier session is outdated by later frames.
          if (session !== taken) {
            adopt(conversation);
            // An erased visitor starts as a new one, with nothing stored before they write.
            if (!followed && !outbox?.pending.length) {
              asked.part();
              forgetVisitor(host);
            }
          }
          taken = session;
          return [visitorSubprotocol, `token.${token}`];
        } catch (error) {
          isRefused = asked === visitor && navigator.onLine;
          throw error;
        }
      },
      connect: (url, protocols) => loaded.openSharedSocket(name, url, protocols),
    });
    live.on('state', (now) => void (now === 'ended' ? ended() : refresh()));
    live.on('sync', visit);
    live.on('sync', catchUp);
    live.on('frame', (frame) => {
      // The visitor's first message, from another tab.
      if (frame.type === 'message_ack' && !followed) stored(frame.message);
      if (frame.type !== 'conversation_state' && frame.type !== 'joined') return;
      if (frame.conversation?.id !== followedId) return;
      details = { unreadElsewhere: details.unreadElsewhere ?? 0, ...frame.conversation };
      if (details.representative) isPersonAsked = false;
      refresh();
    });
    outbox = loaded.createOutbox({
      live,
      storage: withStorage((storage) => storage) ?? undefined,
      storageKey: `${key}:`,
      stored,
      post: ({ content, clientMessageId, conversationId, more }) =>
        visitor.call('POST', postMessagePath, {
          ...(content && { content }),
          ...(conversationId && { conversationId }),
          clientMessageId,
          ...more,
        }),
    });
    outbox.subscribe(refresh);
    steps.forEach(outgoing);
    steps = [];
    refresh();
  }

  /** Goes on with another token where the ended one was replaced, by signing in here or in another tab. */
  async function ended(): Promise<void> {
    const asked = visitor;
    const isOver = await asked.isOver();
    if (asked !== visitor) return;
    if (isOver) logout();
    else restart();
  }

  function restart(): void {
    void visitor.session(true).catch(() => undefined);
    live?.reconnect();
  }

  function logout(): void {
    visitor.end();
    user = attributes = wishes.events = undefined;
    reset();
    forgetVisitor(host);
  }

  reset();
  addEventListener('storage', (event) => {
    if (event.key !== key) return;
    if (event.newValue === null) logout();
    // The visitor began to talk in another tab, or signed in there.
    else if (event.newValue) {
      visitor.renewed(event.newValue);
      void connect();
    }
  });
  document.addEventListener('visibilitychange', visit);
  if (rememberedToken(host) !== null) void connect();

  return {
    get state() {
      return state;
    },
    onChange(listener) {
      changed = listener;
    },
    onMessage(listener) {
      announce = listener;
    },
    begin() {
      // Only who was vouched for has a history to show before writing anything.
      if (user?.hash) void connect();
    },
    get conversationId() {
      return followedId;
    },
    get query() {
      return queryOf();
    },
    show(conversation) {
      leave();
      adopt(conversation);
      refresh();
    },
    get visitor() {
      return visitor;
    },
    send(content, enclosed) {
      visitor.keep();
      const message: PendingMessage = {
        clientMessageId: newId(),
        conversationId: followedId,
        content,
        createdAt: Date.now(),
        state: 'sending',
        ...enclosed,
      };
      if (!outbox) {
        early.push(message);
        withStorage((storage) => storage.setItem(`${key}:${message.clientMessageId}`, JSON.stringify(message)));
      }
      outgoing((waiting) => waiting.send(message));
      void connect();
      refresh();
    },
    complete: (id, attachments) => outgoing((waiting) => waiting.complete(id, attachments)),
    retry: (id) => outgoing((waiting) => waiting.retry(id)),
    discard: (id) => outgoing((waiting) => waiting.discard(id)),
    typing: (isTyping) => followed?.setTyping(isTyping),
    read: () => followed?.markRead(),
    async requestPerson() {
      isPersonAsked = true;
      refresh();
      try {
        await visitor.call('POST', requestPersonPath + queryOf());
      } catch {
        isPersonAsked = false;
        refresh();
      }
    },
    async leaveEmail(email) {
      if (followed) return saveEmail(email);
      leftEmail = email;
      refresh();
      return true;
    },
    async showEarlier() {
      await followed?.loadOlder().catch(() => false);
    },
    identify(claimed) {
      // Pages that rerender set the same user again and again.
      const isKnown = JSON.stringify(user) === JSON.stringify(claimed);
      user = claimed;
      if (isConnecting && !isKnown) restart();
    },
    setAttributes(added) {
      attributes = { ...attributes, ...added };
      void describe();
    },
    logout,
    navigated() {
      clearTimeout(arrival);
      arrival = setTimeout(visit, titleMs);
    },
  };
}
