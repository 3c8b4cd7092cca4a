/**
 * One websocket for all tabs of a website. The tab that holds a Web Lock owns the real socket and passes frames on over
 * a BroadcastChannel; to the others the same thing looks like a socket of their own. Frames for one tab reach all, which
 * is harmless: messages are told apart by their seq, so every tab simply sees what the visitor wrote in another.
 */
import type { LiveSocket } from '@parley/client/live';

/** What tabs tell each other. */
type Word =
  /** A tab is there and asks whether the socket is open. */
  | { kind: 'ask' }
  | { kind: 'open' }
  /** From a tab to the server, and back. */
  | { kind: 'up' | 'down'; data: string }
  | { kind: 'close'; code: number };

/** Abnormal closure, RFC 6455 7.4.1: nobody said goodbye. */
const lostCode = 1006;

class SharedSocket extends EventTarget implements LiveSocket {
  readyState: WebSocket['readyState'] = 0;
  private real: WebSocket | undefined;
  private readonly channel: BroadcastChannel;
  private readonly say: (word: Word) => void;
  private readonly end = new AbortController();

  constructor(name: string, url: string, protocols: string[]) {
    super();
    this.channel = new BroadcastChannel(name);
    this.say = this.channel.postMessage.bind(this.channel);
    this.channel.addEventListener('message', ({ data }: MessageEvent<Word>) => this.heed(data));
    // A page in the back/forward cache may hold neither lock nor socket; `pageshow` brings a new one.
    addEventListener('pagehide', () => this.finish(lostCode), { signal: this.end.signal });
    this.say({ kind: 'ask' });
    navigator.locks
      .request(name, { signal: this.end.signal }, () => this.own(url, protocols))
      // The wait was ended, by `finish`.
      .catch(() => undefined);
  }

  send(data: string): void {
    if (this.real) this.real.send(data);
    else this.say({ kind: 'up', data });
  }

  close(): void {
    this.finish(lostCode);
  }

  /** This tab is the one now. Holds the lock until the socket is gone. */
  private own(url: string, protocols: string[]): Promise<void> | undefined {
    // The owner went away, and the connection with it: come back as everybody does after a loss.
    if (this.readyState === 1) this.finish(lostCode);
    if (this.readyState > 1) return undefined;
    const real = new WebSocket(url, protocols);
    this.real = real;
    return new Promise((gone) => {
      this.end.signal.addEventListener('abort', () => gone());
      real.addEventListener('open', () => {
        this.opened();
        this.say({ kind: 'open' });
      });
      real.addEventListener('message', ({ data }: MessageEvent<string>) => {
        this.dispatchEvent(new MessageEvent('message', { data }));
        this.say({ kind: 'down', data });
      });
      real.addEventListener('close', ({ code }) => this.finish(code));
    });
  }

  private heed(word: Word): void {
    if (this.real) {
      if (this.real.readyState !== 1) return;
      if (word.kind === 'ask') this.say({ kind: 'open' });
      // The conversation is left when the last tab goes, by closing the socket.
      if (word.kind === 'up' && !word.data.includes('"leave_conversation"')) this.real.send(word.data);
      return;
    }
    if (word.kind === 'open') this.opened();
    if (word.kind === 'down' && this.readyState === 1)
      this.dispatchEvent(new MessageEvent('message', { data: word.data }));
    if (word.kind === 'close' && this.readyState === 1) this.finish(word.code);
  }

  private opened(): void {
    if (this.readyState) return;
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  private finish(code: number): void {
    if (this.readyState > 1) return;
    this.readyState = 3;
    if (this.real) {
      this.real.close();
      this.say({ kind: 'close', code });
    }
    this.channel.close();
    this.end.abort();
    this.dispatchEvent(new CloseEvent('close', { code }));
  }
}

/** Opens the socket that tabs share under `name`; one of this tab's own where tabs cannot talk to each other. */
export const openSharedSocket = (name: string, url: string, protocols: string[]): LiveSocket =>
  'locks' in navigator && 'BroadcastChannel' in window
    ? new SharedSocket(name, url, protocols)
    : new WebSocket(url, protocols);
