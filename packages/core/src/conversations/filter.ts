import type { Filter } from '@parley/contracts/filter';
import { parseFilter } from '@parley/contracts/filter-parse';
import { fieldError, Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';

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
    const error = fieldError('filter', say('not_json'));
    throw new Problem('invalid', `filter: ${error.message}`, { errors: [error] });
  }
  return readFilter(value);
}
