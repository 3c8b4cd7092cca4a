/**
 * The one filter: of lists, saved views and batches. Compiled twice, to SQL (`@parley/db/conversations/filter`) and to
 * a predicate (`filter-matches.ts`); a test holds both to the same answer.
 */
import * as Type from 'typebox';
import { attributeTypes } from '../conversations/attributes.ts';
import { builtInFields, type FilterField, type FilterOperator, operatorNames } from './filter-fields.ts';

export interface FilterCondition {
  field: FilterField;
  op: FilterOperator;
  value: string | number | boolean | string[];
}

/** All of none is everything, any of none is nothing. */
export type Filter = { all: Filter[] } | { any: Filter[] } | { not: Filter } | FilterCondition;

/** Returns the conditions of a filter, however they are grouped. */
export function conditionsIn(filter: Filter): FilterCondition[] {
  if ('all' in filter) return filter.all.flatMap(conditionsIn);
  if ('any' in filter) return filter.any.flatMap(conditionsIn);
  return 'not' in filter ? conditionsIn(filter.not) : [filter];
}

/** Groups in groups, conditions and values in all, and characters of a text, at most. */
export const filterLimits = { depth: 5, conditions: 50, values: 50, text: 100 } as const;

/** Maximum length of a filter that is sent as text in an address. */
export const filterTextMax = 4_000;

const operatorsInWords = builtInFields.map((field) => `\`${field}\`: ${operatorNames(field).join(', ')}`).join('; ');
const attributesInWords = attributeTypes
  .map((type) => `${type}: ${operatorNames('contact.plan', type).join(', ')}`)
  .join('; ');

/** Its contents are checked by `parseFilter`, which explains errors. */
export const Filter = Type.Unsafe<Filter>(
  Type.Object(
    {},
    {
      $id: 'Filter',
      additionalProperties: true,
      description:
        '`{"all": […]}`, `{"any": […]}` and `{"not": …}` over conditions `{"field", "op", "value"}`. Fields and their ' +
        `operators: ${operatorsInWords}. Declared attributes are fields too, as in \`contact.plan\` and ` +
        `\`conversation.order_number\`, by type: ${attributesInWords}. \`is\` and \`has\` take one value, \`in\` and \`has_any\` a list; \`before\` and \`after\` an instant, ` +
        '`older_than` and `newer_than` a duration such as P7D, PT2H or PT15M; `known` true or false; `contains` ' +
        'words of the name or address, in this order, the last one perhaps unfinished. `assignee` takes ' +
        'ids, `me` and `nobody`; `website` ids and `none`. Attributes of type `date` are compared with days such as ' +
        '2026-11-21.',
      examples: [{ all: [{ field: 'status', op: 'is', value: 'waiting' }] }],
    },
  ),
);

/** ISO 8601, of one unit. */
export const duration = /^P(?:(\d{1,4})D|T(\d{1,5})([HM]))$/;

/** Milliseconds of `P7D`, `PT2H` or `PT15M` (ISO 8601). */
export function durationMs(text: string): number {
  const [, days, count, unit] = duration.exec(text) ?? [];
  if (days !== undefined) return Number(days) * 86_400_000;
  return Number(count) * (unit === 'H' ? 3_600_000 : 60_000);
}
