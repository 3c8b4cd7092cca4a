/**
 * Requires a secret again when its destination changes: otherwise anyone who may change the destination could obtain
 * it.
 */
import { fieldProblem } from '@parley/contracts/problems';
import type { LocalizedText } from '@parley/contracts/i18n/server-texts';
import { secretMask } from '@parley/contracts/settings/settings';

export interface KeptSecret<T extends object> {
  /** The secret's field, as the refusal names it. */
  path: string;
  /** Stored value, readable or not; empty for none. */
  stored: string;
  /** Value from the request; undefined or the mask keeps the stored one. */
  posted: string | undefined;
  present: T;
  /** Fields to change. */
  wanted: Partial<T>;
  /** Fields that determine the secret's destination. */
  destination: readonly (keyof T)[];
  /** Sentence that asks the admin for the secret again. */
  words: LocalizedText;
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
