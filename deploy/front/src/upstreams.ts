/** How long an instance that could not be reached is asked only after the others. */
const distrustMilliseconds = 1000;

/** The instances of one service. Each request starts with the next one, so that all get their share. */
export class Upstreams {
  readonly #urls: URL[];
  readonly #distrustedUntil = new Map<URL, number>();
  #next = 0;

  constructor(urls: string[]) {
    this.#urls = urls.map((url) => new URL(url));
  }

  /** Every instance, in the order in which to try them for one request. */
  inTurn(now = Date.now()): URL[] {
    const start = this.#next++ % this.#urls.length;
    const turn = [...this.#urls.slice(start), ...this.#urls.slice(0, start)];
    const isTrusted = (url: URL) => (this.#distrustedUntil.get(url) ?? 0) <= now;
    return [...turn.filter(isTrusted), ...turn.filter((url) => !isTrusted(url))];
  }

  /** Remembers that an instance could not be reached. */
  distrust(url: URL, now = Date.now()): void {
    this.#distrustedUntil.set(url, now + distrustMilliseconds);
  }
}
