import { leadTabs } from './leader.ts';

/** Several frames tell of one message; the second within this time is the same news. */
const sameMs = 1_000;
/** Until then the tab that leads next still tells of what the one before it did not get to, and a tab may hear of news. */
const lateMs = 30_000;

interface Told {
  at: number;
  /** Here, too: what is heard next is the same news only if it comes at once. */
  isHeard: boolean;
}

/** Has news told by one of all tabs: by the one that leads, or by the next where that one goes before it has. */
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

  /** Tells of it here or leaves it to another tab; once, whoever hears of it how often. */
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
