/** A secret that is kept while the place it is sent to changes would be anybody's who may change the place. */
import { fieldProblem } from '@parley/contracts/problems';
import type { Saying } from '@parley/contracts/sayings';
import { secretMask } from '@parley/contracts/settings';

export interface KeptSecret<T extends object> {
  /** The secret's field, as the refusal names it. */
  path: string;
  /** What is stored, readable or not; empty for none. */
  stored: string;
  /** What was given: left out, or its mask, keeps the stored one. */
  posted: string | undefined;
  present: T;
  /** The fields that shall change. */
  wanted: Partial<T>;
  /** The fields that say where the secret goes, and how. */
  destination: readonly (keyof T)[];
  /** Asks for it again, in a sentence for the person who changes the place. */
  words: Saying;
}

/**
 * Asks for a kept secret again when its destination changes.
 * @throws Problem `invalid`, naming the secret's field
 */
export function refuseMovedSecret<T extends object>(kept: KeptSecret<T>): void {
  const { path, stored, posted, present, wanted, destination, words } = kept;
  if (stored === '' || (posted !== undefined && posted !== secretMask)) return;
  if (destination.every((field) => wanted[field] === undefined || wanted[field] === present[field])) return;
  throw fieldProblem('invalid', path, words);
}
