import { leadTabs } from './leader.ts';

/** Several frames may contain one message; the second within this many milliseconds is the same news. */
const sameMs = 1_000;
/**
 * Milliseconds in which the next leading tab still shows what the one before did not, and in which a tab may receive
 * news.
 */
const lateMs = 30_000;

interface Shown {
  at: number;
  /** Whether it was shown here, too: the next frame is the same news only if it arrives at once. */
  isHeard: boolean;
}

/** Lets a single tab show each piece of news: the leading one, or the next if that one closes before. */
export class SingleNotifier {
  #leads = false;
  readonly #shown = new Map<string, Shown>();
  readonly #pending = new Map<string, { at: number; notify: () => void }>();
  readonly #channel = new BroadcastChannel('parley.shown-news');
  readonly #stopLeading: () => void;

  constructor() {
    this.#channel.addEventListener('message', ({ data }: MessageEvent<string>) =>
      this.#noteShown(data, this.#pending.delete(data)),
    );
    this.#stopLeading = leadTabs((leads) => {
      this.#leads = leads;
      if (!leads) return;
      this.#forgetOld();
      for (const [news, { notify }] of this.#pending) this.notify(news, notify);
    });
  }

  /** Shows the news here or leaves it to another tab; once, however often tabs receive it. */
  notify(news: string, notify: () => void): void {
    this.#forgetOld();
    const shown = this.#shown.get(news);
    if (shown) {
      if (!shown.isHeard) this.#noteShown(news, true);
      return;
    }
    if (!this.#leads) {
      this.#pending.set(news, { at: Date.now(), notify });
      return;
    }
    this.#pending.delete(news);
    this.#noteShown(news, true);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
    this.#channel.postMessage(news);
    notify();
  }

  close(): void {
    this.#stopLeading();
    this.#channel.close();
  }

  #noteShown(news: string, isHeard: boolean): void {
    this.#shown.set(news, { at: Date.now(), isHeard });
  }

  #forgetOld(): void {
    const now = Date.now();
    for (const [news, { at, isHeard }] of this.#shown)
      if (now - at >= (isHeard ? sameMs : lateMs)) this.#shown.delete(news);
    for (const [news, { at }] of this.#pending) if (now - at >= lateMs) this.#pending.delete(news);
  }
}
