/**
 * The live connection of a dashboard or a widget: one websocket that is opened again whenever it goes, for as long as
 * the page lives. It keeps no messages: what must survive is in `outbox.ts`, what must be complete in `follow.ts`.
 */
import type { ClientFrame, ServerFrame } from '@parley/contracts/frames';
import { sessionEndedCode, tryAgainLaterCode } from '@parley/contracts/socket';
import { backOff } from './back-off.ts';

/**
 * - `connecting`: the first attempt is under way
 * - `online`: frames flow
 * - `reconnecting`: the connection went; the next attempt comes by itself
 * - `offline`: the same, and the browser says there is no network; or `close` was called
 * - `ended`: the server ended the session (signed out, erased); only `reconnect` tries again
 */
export type LiveState = 'connecting' | 'online' | 'reconnecting' | 'offline' | 'ended';

export interface LiveEvents {
  frame: ServerFrame;
  state: LiveState;
  /** Frames may have been missed: after every opening, and when the server says `resume`. Join again with `afterSeq`. */
  sync: undefined;
}

export interface Live {
  readonly state: LiveState;
  /** Hands a frame to the open socket. False when there is none: nothing was sent, nothing is kept. */
  send(frame: ClientFrame): boolean;
  /** Calls `listener` for each event of a kind, until the returned function is called. */
  on<E extends keyof LiveEvents>(event: E, listener: (value: LiveEvents[E]) => void): () => void;
  /** Opens a new connection at once, also after `ended`: call it when there is a new session or token. */
  reconnect(): void;
  /** Closes for good. */
  close(): void;
}

/** Part of a websocket that is used here; several tabs may share one behind it. */
export type LiveSocket = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'addEventListener'>;

export interface LiveOptions {
  /** `wss://host/ws`. */
  url: string;
  /**
   * Subprotocols to offer, asked for before every attempt; for a visitor `[visitorSubprotocol, 'token.' + token]`.
   * A browser can't see why an upgrade was refused, so `failures` (attempts failed in a row) is the hint that the
   * token may have run out: from 2 on, fetch a fresh one. A rejection counts as a failed attempt.
   */
  protocols?: (failures: number) => string[] | Promise<string[]>;
  /** Opens the socket; the browser's WebSocket unless given. Programs outside a browser pass their own. */
  connect?: (url: string, protocols: string[]) => LiveSocket;
  /** 0 to 1, for the jitter. */
  random?: () => number;
}

/** A silent connection is asked for a sign of life after this long; proxies cut idle ones after 60 s. */
const quietMs = 25_000;
/** Without a sign of life, or an opening, for this long the connection counts as lost. */
const deadlineMs = 10_000;
/** A connection that lived this long was a success: the next attempt comes soon. */
const stableMs = 5_000;

/**
 * Opens the live connection and keeps it: full-jitter back-off between attempts, an immediate one when the browser
 * comes back online, the page becomes visible or is restored from the back/forward cache, a heartbeat that notices
 * dead connections, and a timely move when the server drains.
 *
 * @example
 * const live = openLive({ url: `wss://${location.host}/ws` });
 * live.on('frame', (frame) => { if (frame.type === 'conversation_updated') patch(frame.conversation); });
 * live.on('sync', () => refetchList()); // what was missed while away
 * live.on('state', (state) => showBanner(state !== 'online'));
 */
export function openLive(options: LiveOptions): Live {
  const { url, protocols, random, connect = (address, offered) => new WebSocket(address, offered) } = options;
  const listeners: { [E in keyof LiveEvents]: Set<(value: LiveEvents[E]) => void> } = {
    frame: new Set(),
    state: new Set(),
    sync: new Set(),
  };
  let state: LiveState = 'connecting';
  let socket: LiveSocket | undefined;
  let openedAt = 0;
  let failures = 0;
  /** Raised to make an attempt under way worthless. */
  let round = 0;
  /** The next attempt, or the moment to leave a draining node. */
  let next: ReturnType<typeof setTimeout> | undefined;
  /** No socket, and none being opened, until `next`. */
  let isWaiting = false;
  /** The next sign of life to ask for, or its deadline. */
  let pulse: ReturnType<typeof setTimeout> | undefined;

  const emit = <E extends keyof LiveEvents>(event: E, value: LiveEvents[E]): void => {
    for (const listener of listeners[event]) listener(value);
  };
  const become = (changed: LiveState): void => {
    if (changed === state) return;
    state = changed;
    emit('state', changed);
  };

  function ask(): void {
    clearTimeout(pulse);
    pulse = setTimeout(() => lose(), deadlineMs);
    send({ type: 'ping' });
  }

  function heard(): void {
    clearTimeout(pulse);
    pulse = setTimeout(ask, quietMs);
  }

  /** Lets go of the socket without waiting for its closing handshake, which a dead network never answers. */
  function drop(): void {
    round += 1;
    clearTimeout(next);
    clearTimeout(pulse);
    const dropped = socket;
    socket = undefined;
    if (!dropped) return;
    dropped.close();
  }

  function lose(code?: number): void {
    drop();
    if (code === sessionEndedCode) return become('ended');
    if (openedAt && Date.now() - openedAt > stableMs) failures = 0;
    openedAt = 0;
    // A reader that was too slow needs time to catch its breath.
    if (code === tryAgainLaterCode) failures = Math.max(failures, 2);
    become(awayState());
    isWaiting = true;
    next = setTimeout(attempt, backOff(failures, random));
    failures += 1;
  }

  function attempt(): void {
    drop();
    isWaiting = false;
    const mine = round;
    pulse = setTimeout(() => lose(), deadlineMs);
    // The browser may refuse to open a socket at all, such as an insecure one of a secure page.
    Promise.resolve(protocols?.(failures) ?? [])
      .then((offered) => mine === round && open(offered))
      .catch(() => mine === round && lose());
  }

  function open(offered: string[]): void {
    const opening = connect(url, offered);
    socket = opening;
    /** Ignores events of a socket that has been replaced. */
    const hear = <E extends keyof WebSocketEventMap>(event: E, heed: (event: WebSocketEventMap[E]) => void): void =>
      opening.addEventListener(event, (happened) => socket === opening && heed(happened));
    hear('open', () => {
      openedAt = Date.now();
      heard();
      become('online');
      emit('sync', undefined);
    });
    hear('message', ({ data }) => {
      heard();
      const frame = parse(data);
      if (frame) take(frame);
    });
    hear('close', ({ code }) => lose(code));
    // The close event follows; outside a browser an error that nobody listens for ends the process.
    opening.addEventListener('error', () => undefined);
  }

  function take(frame: ServerFrame): void {
    if (frame.type === 'resume') {
      if (frame.reconnectInMs === undefined) return emit('sync', undefined);
      clearTimeout(next);
      next = setTimeout(attempt, frame.reconnectInMs);
    } else if (frame.type !== 'pong') emit('frame', frame);
  }

  function send(frame: ClientFrame): boolean {
    if (socket?.readyState !== 1) return false;
    socket.send(JSON.stringify(frame));
    return true;
  }

  /** The page is back: a connection that looks open may have died while it was away. */
  function wake(): void {
    if (globalThis.document?.visibilityState === 'hidden') return;
    if (socket?.readyState === 1) ask();
    else if (isWaiting) attempt();
  }
  const wakers: [EventTarget | undefined, string][] = [
    [globalThis.window, 'online'],
    [globalThis.window, 'pageshow'],
    [globalThis.document, 'visibilitychange'],
  ];
  const gone = (): void => {
    if (state !== 'online' && state !== 'ended') become('offline');
  };
  for (const [target, event] of wakers) target?.addEventListener(event, wake);
  globalThis.window?.addEventListener('offline', gone);

  attempt();
  return {
    get state() {
      return state;
    },
    send,
    on(event, listener) {
      listeners[event].add(listener);
      return () => listeners[event].delete(listener);
    },
    reconnect() {
      failures = 0;
      attempt();
      become(awayState());
    },
    close() {
      drop();
      isWaiting = false;
      for (const [target, event] of wakers) target?.removeEventListener(event, wake);
      globalThis.window?.removeEventListener('offline', gone);
      become('offline');
    },
  };
}

const awayState = (): LiveState =>
  globalThis.navigator && 'onLine' in navigator && !navigator.onLine ? 'offline' : 'reconnecting';

/** Parses a frame. Frames from our server are trusted; what isn't JSON comes from a proxy in between. */
function parse(data: unknown): ServerFrame | undefined {
  try {
    return typeof data === 'string' ? (JSON.parse(data) as ServerFrame) : undefined;
  } catch {
    return undefined;
  }
}
