/** Conditions that directories filter accounts and groups by, as SQL. RFC 7644, section 3.4.2.2 */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';

export type Operator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'pr';

/** A single comparison; `pr` tests whether a value is present and has none itself. */
export interface Comparison<Field> {
  field: Field;
  operator: Operator;
  value: string | boolean;
}

export type Condition<Field> =
  | Comparison<Field>
  | { and: readonly Condition<Field>[] }
  | { or: readonly Condition<Field>[] }
  | { not: Condition<Field> };

/** `isExact` where letters of either case are not the same. */
type Compare = (value: RawBuilder<unknown>, isExact?: boolean) => Expression<SqlBool>;

/** By field, the value that a comparison is to look at: of a list, whether any of its values meets it. */
export type Columns<Field extends string> = Record<Field, (compare: Compare) => Expression<SqlBool>>;

/** A field of one value. */
export const single =
  (value: RawBuilder<unknown>, isExact = false) =>
  (compare: Compare): Expression<SqlBool> =>
    compare(value, isExact);

/** Converts a condition to SQL. A missing value matches no comparison but `ne`. */
export function conditionSql<Field extends string>(
  columns: Columns<Field>,
  condition: Condition<Field>,
): Expression<SqlBool> {
  if ('and' in condition) return joined(columns, condition.and, sql` and `);
  if ('or' in condition) return joined(columns, condition.or, sql` or `);
  if ('not' in condition) return sql<SqlBool>`(not ${conditionSql(columns, condition.not)})`;
  const { field, operator, value } = condition;
  return columns[field](compared(operator, value));
}

const joined = <Field extends string>(
  columns: Columns<Field>,
  conditions: readonly Condition<Field>[],
  by: RawBuilder<unknown>,
): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    conditions.map((each) => conditionSql(columns, each)),
    by,
  )})`;

function compared(operator: Operator, value: string | boolean): Compare {
  return (column, isExact = false) => {
    if (operator === 'pr') return sql<SqlBool>`coalesce(${column}::text <> '', false)`;
    const [here, wanted] =
      typeof value === 'boolean'
        ? [column, sql`${value}::boolean`]
        : isExact
          ? [column, sql`${value}::text`]
          : [sql`lower(${column})`, sql`lower(${value}::text)`];
    switch (operator) {
      case 'eq':
        return sql<SqlBool>`coalesce(${here} = ${wanted}, false)`;
      case 'ne':
        return sql<SqlBool>`(${here} is distinct from ${wanted})`;
      case 'co':
        return sql<SqlBool>`coalesce(strpos(${here}, ${wanted}) > 0, false)`;
      case 'sw':
        return sql<SqlBool>`coalesce(starts_with(${here}, ${wanted}), false)`;
      case 'ew':
        return sql<SqlBool>`coalesce(right(${here}, length(${wanted})) = ${wanted}, false)`;
    }
  };
}
