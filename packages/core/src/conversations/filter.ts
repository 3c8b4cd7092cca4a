import type { Filter } from '@parley/contracts/filter';
import { parseFilter } from '@parley/contracts/filter-parse';
import type { FilterMeaning } from '@parley/contracts/filter-fields';
import { Problem } from '@parley/contracts/problems';
import type { StaffCaller } from '../callers.ts';

/** What a filter's words mean to who asks now. */
export const meaningFor = ({ user }: Pick<StaffCaller, 'user'>): FilterMeaning => ({ me: user.id, now: Date.now() });

/** A filter from outside. @throws Problem `invalid` that names each field, operator and value that is none */
export function readFilter(value: unknown): Filter {
  const parsed = parseFilter(value);
  if ('filter' in parsed) return parsed.filter;
  const { errors } = parsed;
  const [first] = errors;
  throw new Problem('invalid', first ? `${first.path}: ${first.message}` : 'The filter is not valid.', { errors });
}

/** A filter as JSON, as addresses carry it. @throws Problem `invalid` */
export function readFilterText(text: string): Filter {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const message = 'Must be JSON.';
    throw new Problem('invalid', `filter: ${message}`, { errors: [{ path: 'filter', message }] });
  }
  return readFilter(value);
}
