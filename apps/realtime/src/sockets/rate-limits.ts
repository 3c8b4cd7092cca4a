/** Limits of each caller on this node, over all their sockets. */
import { socketLimits } from '@parley/contracts/frames/limits';
import type { Caller } from '@parley/core/callers';
import { TokenBucket } from './token-bucket.ts';

export const callerId = (caller: Caller): string =>
  caller.kind === 'staff' ? (caller.key?.id ?? caller.user.id) : caller.visitorId;

/** The limits of one person, each made when it is needed: most sockets only listen. */
export class RateLimits {
  readonly #isStaff: boolean;
  #sends: TokenBucket | undefined;
  #typings: TokenBucket | undefined;
  #visits: TokenBucket | undefined;
  #others: TokenBucket | undefined;

  constructor({ kind }: Caller) {
    this.#isStaff = kind === 'staff';
  }

  get sends(): TokenBucket {
    return (this.#sends ??= new TokenBucket(this.#isStaff ? socketLimits.staffSend : socketLimits.visitorSend));
  }

  get typings(): TokenBucket {
    return (this.#typings ??= new TokenBucket(socketLimits.typing));
  }

  get visits(): TokenBucket {
    return (this.#visits ??= new TokenBucket(socketLimits.visit));
  }

  get others(): TokenBucket {
    return (this.#others ??= new TokenBucket(socketLimits.other));
  }
}

/** The people who have sockets here, with their rate limits. */
export class RateLimitsByUser {
  readonly #byCaller = new Map<string, { limits: RateLimits; sockets: number }>();

  /** How many sockets the person has here. */
  socketsOf(caller: Caller): number {
    return this.#byCaller.get(callerId(caller))?.sockets ?? 0;
  }

  /** Adds a socket of the caller; returns the limits that they all share. */
  connected(caller: Caller): RateLimits {
    const known = this.#byCaller.get(callerId(caller)) ?? { limits: new RateLimits(caller), sockets: 0 };
    known.sockets += 1;
    this.#byCaller.set(callerId(caller), known);
    return known.limits;
  }

  disconnected(caller: Caller): void {
    const known = this.#byCaller.get(callerId(caller));
    if (!known) return;
    known.sockets -= 1;
    if (known.sockets === 0) this.#byCaller.delete(callerId(caller));
  }
}
