/**
 * Shares one websocket among all tabs of a website. The tab that holds a Web Lock owns the real socket and passes
 * frames on over a BroadcastChannel; to the others the same thing looks like a socket of their own. Frames for one tab
 * reach all, which is harmless: messages are told apart by their seq, so every tab simply sees what the visitor wrote
 * in another.
 */
import type { LiveSocket } from '@parley/client/live';

/** Messages between tabs. */
type Word =
  /** A tab is there and asks how the socket is; what the owner answers. */
  | ['ask' | 'opening' | 'open', detail?: undefined]
  /** From a tab to the server, and back. */
  | ['up' | 'down', data: string]
  | ['close', code: number];

/** Abnormal closure, RFC 6455 7.4.1: nobody said goodbye. */
const lostCode = 1006;
/** An owner that does not answer for this long was put to sleep by its browser, as phones do with tabs in the back. */
const patienceMs = 2_000;

/**
 * Value for a hidden tab. A tab reports only for itself, but the server must know about all tabs: so visible tabs
 * answer hidden ones, and a closing tab reports that it closes.
 */
const notLookedAt = '"isAway":true';

/** The conversations are left when the last tab goes, by closing the socket. */
const leaving = '"leave_conversation"';

/** Opens the socket that tabs share under `name`; one of this tab's own where tabs cannot talk to each other. */
export function openSharedSocket(name: string, url: string, protocols: string[]): LiveSocket {
  if (!('locks' in navigator && 'BroadcastChannel' in window)) return new WebSocket(url, protocols);
  const events = new EventTarget();
  const channel = new BroadcastChannel(name);
  const end = new AbortController();
  const { signal } = end;
  let readyState: WebSocket['readyState'] = 0;
  let real: WebSocket | undefined;

  const post: (word: Word) => void = channel.postMessage.bind(channel);
  const announce = (...word: Word): void => post(word);
  const send = (data: string): void => {
    // Other tabs may show the conversation that this one leaves.
    if (!data.includes(leaving)) real?.send(data);
    announce('up', data);
  };
  const hand = (data: string): boolean => events.dispatchEvent(new MessageEvent('message', { data }));
  const lose = (): void => finish(lostCode);

  function opened(): void {
    if (readyState) return;
    readyState = 1;
    events.dispatchEvent(new Event('open'));
  }

  function finish(code: number): void {
    if (readyState > 1) return;
    readyState = 3;
    clearTimeout(patience);
    if (real) {
      real.close();
      announce('close', code);
    }
    channel.close();
    end.abort();
    events.dispatchEvent(new CloseEvent('close', { code }));
  }

  /** This tab is the one now. Holds the lock until the socket is gone. */
  function own(): Promise<void> | undefined {
    // The owner went away, and the connection with it: come back as everybody does after a loss.
    if (readyState === 1) lose();
    if (readyState) return undefined;
    const socket = new WebSocket(url, protocols);
    real = socket;
    clearTimeout(patience);
    announce('opening');
    socket.addEventListener('open', () => {
      opened();
      announce('open');
    });
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      hand(data);
      announce('down', data);
    });
    socket.addEventListener('close', ({ code }) => finish(code));
    return new Promise((gone) => {
      signal.addEventListener('abort', () => gone());
    });
  }

  function claim(options: LockOptions): void {
    navigator.locks.request(name, options, own).catch(() => {
      // The socket was taken by a tab that this one, asleep, gave no answer. The others are with that tab: no farewell.
      if (real) {
        real.close();
        real = undefined;
        lose();
        // Locks may be forbidden together with storage. Otherwise `finish` has ended the wait, and this does nothing.
      } else void own();
    });
  }

  function heed([kind, detail]: Word): void {
    if (real) {
      if (kind === 'ask') announce(readyState ? 'open' : 'opening');
      if (kind === 'up' && readyState && !detail.includes(leaving)) real.send(detail);
    } else {
      // Only an owner says any of the rest.
      if (kind !== 'ask' && kind !== 'up') clearTimeout(patience);
      if (kind === 'open') opened();
      if (kind === 'down' && readyState) hand(detail);
      if (kind === 'close' && readyState) finish(detail);
    }
    if (kind === 'up' && readyState && !document.hidden && detail.includes(notLookedAt))
      send('{"type":"visit","isAway":false}');
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => heed(data));
  // A page in the back/forward cache may hold neither lock nor socket; `pageshow` brings a new one.
  const leave = (): void => {
    announce('up', `{"type":"visit",${notLookedAt}}`);
    lose();
  };
  addEventListener('pagehide', leave, { signal });
  const patience = setTimeout(() => claim({ steal: true }), patienceMs);
  announce('ask');
  claim({ signal });

  return {
    get readyState() {
      return readyState;
    },
    send,
    close: lose,
    addEventListener: events.addEventListener.bind(events),
  };
}
