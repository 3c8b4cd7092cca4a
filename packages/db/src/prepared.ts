/**
 * Prepared statements for the queries that run all day: planning the insertion of a message takes Postgres three times
 * as long as doing it.
 */
import type { RawBuilder } from 'kysely';
import type { PoolClient, QueryArrayResult, QueryResult } from 'pg';
import { namedRows } from './column-names.ts';
import type { Database } from './database.ts';

/** The name of each statement's text; as many as there are calls of `prepared` with different texts. */
const names = new Map<string, string>();

/**
 * Runs a statement that each connection parses and plans once. For statements whose text never varies with what is asked
 * (values belong into parameters, lists into arrays) and that name their columns: `select *` would fail in running
 * processes once a migration adds one.
 */
export async function prepared<R>(db: Database, query: RawBuilder<R>): Promise<R[]> {
  // Its names are those of Postgres already; the plugin would look at each part of it at every call.
  const plain = db.withoutPlugins();
  const compiled = query.compile(plain);
  if (!names.has(compiled.sql)) names.set(compiled.sql, `parley_${names.size + 1}`);
  const { rows } = await plain.executeQuery(compiled);
  return rows;
}

/** Of several statements at once, as in migrations, pg answers a list of results, whose rows nobody reads. */
const rowsOf = (result: QueryArrayResult | QueryArrayResult[]) =>
  Array.isArray(result) ? [] : namedRows(result.fields, result.rows);

const preparing = new WeakMap<PoolClient, PoolClient>();

/**
 * The connection as Kysely gets it: the same one, but naming the statements that are to be prepared, and the columns of
 * what they answer as TypeScript does (`column-names.ts`). It is asked by callback: with the promise that pg makes
 * itself, four fifths of all rows outlive the collections of young objects and
 * pile up until the next full one.
 */
export function preparingClient(client: PoolClient): PoolClient {
  const known = preparing.get(client);
  if (known) return known;
  const query = (text: string, values: unknown[]) => {
    const name = names.get(text);
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
    const statement = { ...(name !== undefined && { name }), text, values, rowMode: 'array' } as const;
    client.query<unknown[]>(statement, (error: Error | null, result) => {
      if (error) reject(error);
      else resolve({ ...result, rows: rowsOf(result) });
    });
    return promise;
  };
  const made: PoolClient = Object.create(client, { query: { value: query } });
  preparing.set(client, made);
  return made;
}
