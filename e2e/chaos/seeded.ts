/** Chance that can be repeated. */
import { seededRandom } from '@parley/db/generate/random';

export interface Chance {
  /** 0 to 1. */
  next(): number;
  /** A whole number from 0 below `count`. */
  below(count: number): number;
  pick<T>(from: readonly T[]): T;
}

export function seeded(seed: number): Chance {
  const next = seededRandom(seed);
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
