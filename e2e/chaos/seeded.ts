/** Chance that can be repeated: mulberry32, seeded. */
export interface Chance {
  /** 0 to 1. */
  next(): number;
  /** A whole number from 0 below `count`. */
  below(count: number): number;
  pick<T>(from: readonly T[]): T;
}

export function seeded(seed: number): Chance {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    pick(from) {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error('Nothing to pick from.');
      return picked;
    },
  };
}
