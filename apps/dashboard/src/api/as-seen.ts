/** Two users change the same thing: a change contains what its author has seen, and the second one gets a conflict. */
import { CallError, wordsOf } from './call-error.ts';

/** Returns the changed fields as the user saw them: the `expected` of a change. */
export const seenOf = <T extends object>(seen: T, change: object): Partial<T> =>
  // A part of it, by its own names.
  Object.fromEntries(Object.entries(seen).filter(([field]) => Object.hasOwn(change, field))) as Partial<T>;

/** Whether another user changed the same first. */
export const isConflict = (error: unknown): boolean => error instanceof CallError && error.status === 409;

/** Returns the form's error until it is saved again: who was first, and the present value. */
export const conflictWords = (error: unknown): string | undefined => (isConflict(error) ? wordsOf(error) : undefined);
