import { conditionsIn, type Filter } from '@parley/contracts/filter/filter';
import { parseFilter } from '@parley/contracts/filter/filter-parse';
import { isFieldOfContacts, mayNameAttribute } from '@parley/contracts/filter/filter-fields';
import { fieldError, fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { listAttributes } from '@parley/db/attributes/attributes';
import type { Context } from '../context.ts';

/**
 * A filter from outside. @throws Problem `invalid` that names each field, operator and value that is none, and each
 * attribute that isn't declared
 */
export async function readFilter({ db }: Pick<Context, 'db'>, value: unknown): Promise<Filter> {
  const parsed = parseFilter(value, mayNameAttribute(value) ? await listAttributes(db) : []);
  if ('filter' in parsed) return parsed.filter;
  const { errors } = parsed;
  const [first] = errors;
  throw new Problem('invalid', first ? `${first.path}: ${first.message}` : 'The filter is not valid.', { errors });
}

/** A filter as JSON, as addresses carry it. @throws Problem `invalid` */
export const readFilterText = async (context: Pick<Context, 'db'>, text: string): Promise<Filter> =>
  readFilter(context, fromText(text));

/** A filter of contacts as JSON. @throws Problem as `readContactFilter` */
export const readContactFilterText = async (context: Pick<Context, 'db'>, text: string): Promise<Filter> =>
  readContactFilter(context, fromText(text));

/** A filter of contacts from outside. @throws Problem as `readFilter`, and for a field that contacts don't have */
export async function readContactFilter(context: Pick<Context, 'db'>, value: unknown): Promise<Filter> {
  const filter = await readFilter(context, value);
  const other = conditionsIn(filter).find(({ field }) => !isFieldOfContacts(field));
  if (other) throw fieldProblem('invalid', 'filter', localize('filter_not_of_contacts', { field: other.field }));
  return filter;
}

function fromText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const error = fieldError('filter', localize('not_json'));
    throw new Problem('invalid', `filter: ${error.message}`, { errors: [error] });
  }
}
