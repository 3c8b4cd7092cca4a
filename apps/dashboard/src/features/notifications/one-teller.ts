import { leadTabs } from './leader.ts';

/** Several frames tell of one message; the second within this time is the same news. */
const sameMs = 1_000;
/** Until then the tab that leads next still tells of what the one before it did not get to. */
const lateMs = 30_000;

/** Has news told by one of all tabs: by the one that leads, or by the next where that one goes before it has. */
export class OneTeller {
  #leads = false;
  readonly #told = new Map<string, number>();
  readonly #untold = new Map<string, { at: number; tell: () => void }>();
  readonly #channel = new BroadcastChannel('parley.told');
  readonly #stopLeading: () => void;

  constructor() {
    this.#channel.addEventListener('message', ({ data }: MessageEvent<string>) => this.#noteTold(data));
    this.#stopLeading = leadTabs((leads) => {
      this.#leads = leads;
      if (!leads) return;
      this.#forgetOld();
      for (const [news, { tell }] of this.#untold) this.tell(news, tell);
    });
  }

  /** Tells of it here or leaves it to another tab; once, whoever hears of it how often. */
  tell(news: string, tell: () => void): void {
    this.#forgetOld();
    if (this.#told.has(news)) return;
    if (!this.#leads) {
      this.#untold.set(news, { at: Date.now(), tell });
      return;
    }
    this.#noteTold(news);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
    this.#channel.postMessage(news);
    tell();
  }

  close(): void {
    this.#stopLeading();
    this.#channel.close();
  }

  #noteTold(news: string): void {
    this.#told.set(news, Date.now());
    this.#untold.delete(news);
  }

  #forgetOld(): void {
    const now = Date.now();
    for (const [news, at] of this.#told) if (now - at >= sameMs) this.#told.delete(news);
    for (const [news, { at }] of this.#untold) if (now - at >= lateMs) this.#untold.delete(news);
  }
}
