import { isUniqueViolation } from './database.ts';

/** Answers `taken` where another row has the name. */
export function orTaken(error: unknown): 'taken' {
  if (isUniqueViolation(error)) return 'taken';
  throw error;
}
