import { leadTabs } from './leader.ts';

/** Several frames may contain one message; the second within this many milliseconds is the same news. */
const sameMs = 1_000;
/**
 * Milliseconds in which the next leading tab still shows what the one before did not, and in which a tab may receive
 * news.
 */
const lateMs = 30_000;

interface Told {
  at: number;
  /** Whether it was shown here, too: the next frame is the same news only if it arrives at once. */
  isHeard: boolean;
}

/** Lets a single tab show each piece of news: the leading one, or the next if that one closes before. */
export class OneTeller {
  #leads = false;
  readonly #told = new Map<string, Told>();
  readonly #untold = new Map<string, { at: number; tell: () => void }>();
  readonly #channel = new BroadcastChannel('parley.told');
  readonly #stopLeading: () => void;

  constructor() {
    this.#channel.addEventListener('message', ({ data }: MessageEvent<string>) =>
      this.#noteTold(data, this.#untold.delete(data)),
    );
    this.#stopLeading = leadTabs((leads) => {
      this.#leads = leads;
      if (!leads) return;
      this.#forgetOld();
      for (const [news, { tell }] of this.#untold) this.tell(news, tell);
    });
  }

  /** Shows the news here or leaves it to another tab; once, however often tabs receive it. */
  tell(news: string, tell: () => void): void {
    this.#forgetOld();
    const told = this.#told.get(news);
    if (told) {
      if (!told.isHeard) this.#noteTold(news, true);
      return;
    }
    if (!this.#leads) {
      this.#untold.set(news, { at: Date.now(), tell });
      return;
    }
    this.#untold.delete(news);
    this.#noteTold(news, true);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
    this.#channel.postMessage(news);
    tell();
  }

  close(): void {
    this.#stopLeading();
    this.#channel.close();
  }

  #noteTold(news: string, isHeard: boolean): void {
    this.#told.set(news, { at: Date.now(), isHeard });
  }

  #forgetOld(): void {
    const now = Date.now();
    for (const [news, { at, isHeard }] of this.#told)
      if (now - at >= (isHeard ? sameMs : lateMs)) this.#told.delete(news);
    for (const [news, { at }] of this.#untold) if (now - at >= lateMs) this.#untold.delete(news);
  }
}
