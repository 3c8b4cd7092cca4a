/**
 * Prepared statements for the queries that run all day: planning the insertion of a message takes Postgres three times
 * as long as doing it.
 */
import type { CompiledQuery, RawBuilder } from 'kysely';
import type { Pool, PoolClient, QueryArrayResult, QueryResult } from 'pg';
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
  return execute(db, query.compile(plainOf(db)));
}

/** Of the statements whose text varies: how often each was asked, until it is prepared. Those asked last are at the end. */
const asked = new Map<string, number>();
const askedMax = 500;
/** From how many times on a text is prepared, and how many are: of a list each connection keeps some 200 kB. */
const preparedFrom = 3;
const oftenAskedMax = 60;
let oftenAsked = 0;

/** As `prepared`, for statements whose text varies with what is asked, as with a view: those that are asked again and again. */
export async function preparedIfOften<R>(db: Database, query: RawBuilder<R>): Promise<R[]> {
  const compiled = query.compile(plainOf(db));
  return execute(db, compiled, names.has(compiled.sql) || isOften(compiled.sql));
}

function isOften(text: string): boolean {
  const count = (asked.get(text) ?? 0) + 1;
  asked.delete(text);
  if (count >= preparedFrom && oftenAsked < oftenAskedMax) {
    oftenAsked += 1;
    return true;
  }
  asked.set(text, count);
  const [oldest] = asked.keys();
  if (asked.size > askedMax && oldest !== undefined) asked.delete(oldest);
  return false;
}

/** Where a value goes in a statement that is compiled once. */
export class Placeholder {
  readonly name: string | symbol;
  constructor(name: string | symbol) {
    this.name = name;
  }
}

/** A place for each value, to be put into a query as the value itself would be. */
export type Placeholders<Values extends object> = { readonly [Name in keyof Values]: Placeholder };

/**
 * As `prepared`, for the statements of the calls that are made all day: Kysely puts the text together once, and each call
 * only brings its values. What `build` makes of a place must not depend on the value.
 *
 * @example
 * const byId = statement<{ id: string }, Row>(({ id }) => sql`select … where id = ${id}`)
 * const [row] = await byId(db, { id })
 */
export function statement<Values extends object, R>(
  build: (places: Placeholders<Values>) => RawBuilder<R>,
): (db: Database, values: Values) => Promise<R[]> {
  const places = new Proxy({} as Placeholders<Values>, { get: (_, name) => new Placeholder(name) });
  let compiled: CompiledQuery<R> | undefined;
  return async (db, values) => {
    compiled ??= build(places).compile(plainOf(db));
    const parameters = compiled.parameters.map((each) =>
      each instanceof Placeholder ? values[each.name as keyof Values] : each,
    );
    return execute(db, { ...compiled, parameters });
  };
}

const plains = new WeakMap<Database, Database>();

/** Its names are those of Postgres already; the plugin would look at each part of it at every call. */
function plainOf(db: Database): Database {
  const known = plains.get(db) ?? db.withoutPlugins();
  plains.set(db, known);
  return known;
}

/** The pool of each database; a transaction has none. */
export const pools = new WeakMap<Database, Pool>();

/** Past Kysely's executor, which costs as much as sending the statement; within a transaction by it, on its connection. */
async function execute<R>(db: Database, compiled: CompiledQuery<R>, isPrepared = true): Promise<R[]> {
  if (isPrepared && !names.has(compiled.sql)) names.set(compiled.sql, `parley_${names.size + 1}`);
  const pool = pools.get(db);
  if (!pool) return (await plainOf(db).executeQuery(compiled)).rows;
  const client = await pool.connect();
  try {
    return (await ask(client, compiled.sql, [...compiled.parameters])).rows as R[];
  } finally {
    client.release();
  }
}

/** Of several statements at once, as in migrations, pg answers a list of results, whose rows nobody reads. */
const rowsOf = (result: QueryArrayResult | QueryArrayResult[]) =>
  Array.isArray(result) ? [] : namedRows(result.fields, result.rows);

/**
 * Names the statement if it is one that is prepared, and the columns of what it answers as TypeScript does
 * (`column-names.ts`). Asked by callback: with the promise that pg makes itself, four fifths of all rows outlive the
 * collections of young objects and pile up until the next full one.
 */
function ask(client: PoolClient, text: string, values: unknown[]): Promise<QueryResult> {
  const name = names.get(text);
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
  const config = { ...(name !== undefined && { name }), text, values, rowMode: 'array' } as const;
  client.query<unknown[]>(config, (error: Error | null, result) => {
    if (error) reject(error);
    else resolve({ ...result, rows: rowsOf(result) });
  });
  return promise;
}

const preparing = new WeakMap<PoolClient, PoolClient>();

/** The connection as Kysely gets it: the same one, but asked by `ask`. */
export function preparingClient(client: PoolClient): PoolClient {
  const known = preparing.get(client);
  if (known) return known;
  const query = (text: string, values: unknown[]) => ask(client, text, values);
  const made: PoolClient = Object.create(client, { query: { value: query } });
  preparing.set(client, made);
  return made;
}
