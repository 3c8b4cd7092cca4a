/**
 * Translates column names, which are snake_case in Postgres and in statements and camelCase in TypeScript. Nothing else
 * does.
 */
import { CamelCasePlugin, type PluginTransformResultArgs, type QueryResult, type UnknownRow } from 'kysely';

const known = new Map<string, string>();

/** `lastSeq` for `last_seq`. */
export function camelCase(column: string): string {
  const name =
    known.get(column) ?? column.replaceAll(/(?<=.)_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  known.set(column, name);
  return name;
}

/** `last_seq` for `lastSeq`. */
export const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Translates what Kysely's builder is given. Rows have their names already (`prepared.ts`). */
export class ColumnNames extends CamelCasePlugin {
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}

/** Converts the column names of a `row_to_json` result to camel case; values stay unchanged. */
export const camelCaseKeys = <R extends object>(row: R): R =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [camelCase(column), value])) as R;
