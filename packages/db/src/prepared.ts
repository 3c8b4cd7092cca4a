/**
 * Prepared statements for the queries that run all day: planning the insertion of a message takes Postgres three times
 * as long as doing it.
 */
import type { CompiledQuery, RawBuilder } from 'kysely';
import type { PoolClient, QueryResult } from 'pg';
import type { Database } from './database.ts';

/** The name of each statement's text; as many as there are calls of `prepared` with different texts. */
const names = new Map<string, string>();

/**
 * Runs a query as a statement that each connection parses and plans once. For queries whose text never varies with
 * what is asked (values belong into parameters, lists into arrays) and that name their columns: `select *` would fail in
 * running processes once a migration adds one.
 */
export async function prepared<R>(db: Database, query: CompiledQuery<R>): Promise<R[]> {
  if (!names.has(query.sql)) names.set(query.sql, `parley_${names.size + 1}`);
  const { rows } = await db.executeQuery(query);
  return rows;
}

/**
 * The same for SQL that names its columns as we do (`as "lastSeq"`), past Kysely's plugin: renaming every column of every
 * statement and row costs as much as reading them.
 */
export async function preparedRows<R>(db: Database, query: RawBuilder<R>): Promise<R[]> {
  const plain = db.withoutPlugins();
  return prepared(plain, query.compile(plain));
}

const preparing = new WeakMap<PoolClient, PoolClient>();

/**
 * The connection as Kysely gets it: the same one, but naming the statements that are to be prepared. It is asked by
 * callback: with the promise that pg makes itself, four fifths of all rows outlive the collections of young objects and
 * pile up until the next full one.
 */
export function preparingClient(client: PoolClient): PoolClient {
  const known = preparing.get(client);
  if (known) return known;
  const query = (text: string, values: unknown[]) => {
    const name = names.get(text);
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
    client.query(name === undefined ? { text, values } : { name, text, values }, (error: Error | null, result) => {
      if (error) reject(error);
      else resolve(result);
    });
    return promise;
  };
  const made: PoolClient = Object.create(client, { query: { value: query } });
  preparing.set(client, made);
  return made;
}
