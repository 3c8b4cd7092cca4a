/** A limit: `burst` at once, `perSecond` on average. Being refused costs nothing. */
export class TokenBucket {
  #tokens: number;
  #filledAt = Date.now();
  readonly #limit: { readonly perSecond: number; readonly burst: number };

  constructor(limit: { readonly perSecond: number; readonly burst: number }) {
    this.#limit = limit;
    this.#tokens = limit.burst;
  }

  /** Takes a token: 0, or the milliseconds until there will be one. */
  take(now = Date.now()): number {
    const { perSecond, burst } = this.#limit;
    this.#tokens = Math.min(burst, this.#tokens + (Math.max(0, now - this.#filledAt) / 1000) * perSecond);
    this.#filledAt = now;
    if (this.#tokens < 1) return Math.ceil(((1 - this.#tokens) / perSecond) * 1000);
    this.#tokens -= 1;
    return 0;
  }

  /** Returns a token after the request was refused elsewhere. */
  giveBack(): void {
    this.#tokens += 1;
  }
}
