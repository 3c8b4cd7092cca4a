import { conditionsIn, type Filter } from '@parley/contracts/filter/filter';
import { parseFilter } from '@parley/contracts/filter/filter-parse';
import { type AttributeList, isFieldOf, mayNameAttribute } from '@parley/contracts/filter/filter-fields';
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

/** A filter of a list as JSON. @throws Problem as `readFilterOf` */
export const readFilterTextOf = async (
  context: Pick<Context, 'db'>,
  list: AttributeList,
  text: string,
): Promise<Filter> => readFilterOf(context, list, fromText(text));

const notOfList = {
  contacts: 'filter_not_of_contacts',
  companies: 'filter_not_of_companies',
} as const satisfies Record<AttributeList, string>;

/** A filter of a list from outside. @throws Problem as `readFilter`, and for a field that the list doesn't have */
export async function readFilterOf(context: Pick<Context, 'db'>, list: AttributeList, value: unknown): Promise<Filter> {
  const filter = await readFilter(context, value);
  const other = conditionsIn(filter).find(({ field }) => !isFieldOf(list, field));
  if (other) throw fieldProblem('invalid', 'filter', localize(notOfList[list], { field: other.field }));
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
