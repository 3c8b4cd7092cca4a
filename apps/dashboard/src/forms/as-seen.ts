/** Two people change the same thing: a change carries what its author has seen, and who comes second is told. */
import { CallError, wordsOf } from '../api/call-error.ts';

/** Of what was seen, the fields that are changed: the `expected` of a change. */
export const seenOf = <T extends object>(seen: T, change: object): Partial<T> =>
  // A part of it, by its own names.
  Object.fromEntries(Object.entries(seen).filter(([field]) => Object.hasOwn(change, field))) as Partial<T>;

/** Whether somebody else was first. */
export const isConflict = (error: unknown): boolean => error instanceof CallError && error.status === 409;

/** What the form says then, until it is saved again: who was first, and what it is now. */
export const conflictWords = (error: unknown): string | undefined => (isConflict(error) ? wordsOf(error) : undefined);
