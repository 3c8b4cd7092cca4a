/**
 * Prepared statements for the queries that run all day: planning the insertion of a message takes Postgres three times
 * as long as doing it.
 */
import { channel } from 'node:diagnostics_channel';
import type { CompiledQuery, PostgresPoolClient, RawBuilder, UnknownRow } from 'kysely';
import { DatabaseError, type Pool, type PoolClient, type QueryArrayResult } from 'pg';
import { camelCase } from './column-names.ts';
import { takeConnection } from './connection.ts';
import type { Database } from './database.ts';

/** The name of each statement's text; as many as there are calls of `prepared` with different texts. */
const names = new Map<string, string>();

/**
 * Runs a statement that each connection parses and plans once. For statements with constant text (values belong in
 * parameters, lists in arrays) that name their columns: `select *` would fail in running processes once a migration
 * adds a column.
 */
export async function prepared<R>(db: Database, query: RawBuilder<R>): Promise<R[]> {
  const compiled = query.compile(plainOf(db));
  nameOf(compiled.sql);
  return execute(db, compiled);
}

/** Counts the runs of statements with varying text until they are prepared. The most recent are at the end. */
const asked = new Map<string, number>();
const askedMax = 500;
/**
 * Number of runs after which a text is prepared, and the maximum of such texts: a connection stores some 200 kB for a
 * list.
 */
const preparedFrom = 3;
const oftenAskedMax = 60;
let oftenAsked = 0;

/** Like `prepared`, for statements with varying text, such as those of views: prepares the ones that run repeatedly. */
export async function preparedIfOften<R>(db: Database, query: RawBuilder<R>): Promise<R[]> {
  const compiled = query.compile(plainOf(db));
  if (isOften(compiled.sql)) nameOf(compiled.sql);
  return execute(db, compiled);
}

function isOften(text: string): boolean {
  if (names.has(text)) return true;
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

/** Marks the position of a value in a statement that is compiled once. */
export class Placeholder {
  readonly name: string | symbol;
  constructor(name: string | symbol) {
    this.name = name;
  }
}

/** A place for each value, to be put into a query as the value itself would be. */
export type Placeholders<Values extends object> = { readonly [Name in keyof Values]: Placeholder };

/** A statement with the values of one call. */
export interface Call<R> {
  statement: CompiledQuery<R>;
  values: unknown[];
}

/** A statement with text that is built once. */
export interface PreparedStatement<Values extends object, R> {
  (db: Database, values: Values): Promise<R[]>;
  /** A call of it that is not made yet, for `together`. */
  call(db: Database, values: Values): Call<R>;
}

/**
 * Like `prepared`, for the statements of frequent calls: Kysely builds the text once, and each call only passes its
 * values. The text that `build` makes of a placeholder must not depend on its value.
 *
 * @example
 * const byId = statement<{ id: string }, Row>(({ id }) => sql`select … where id = ${id}`)
 * const [row] = await byId(db, { id })
 */
export function statement<Values extends object, R>(
  build: (places: Placeholders<Values>) => RawBuilder<R>,
): PreparedStatement<Values, R> {
  const places = new Proxy({} as Placeholders<Values>, { get: (_, name) => new Placeholder(name) });
  let compiled: CompiledQuery<R> | undefined;
  const call = (db: Database, values: Values): Call<R> => {
    if (!compiled) {
      compiled = build(places).compile(plainOf(db));
      nameOf(compiled.sql);
    }
    return {
      statement: compiled,
      values: compiled.parameters.map((each) =>
        each instanceof Placeholder ? values[each.name as keyof Values] : each,
      ),
    };
  };
  const made = async (db: Database, values: Values): Promise<R[]> => {
    const [rows] = await together(db, [call(db, values)]);
    return rows;
  };
  return Object.assign(made, { call });
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

const execute = async <R>(db: Database, compiled: CompiledQuery<R>): Promise<R[]> => {
  const [rows] = await together(db, [{ statement: compiled, values: [...compiled.parameters] }]);
  return rows;
};

/**
 * Makes several calls one after the other on one connection, so that the later read sees what the earlier one saw. For
 * reads only.
 *
 * Past Kysely's executor, which costs as much as sending the statement; within a transaction by it, on its connection.
 */
export async function together<Rows extends [unknown, ...unknown[]]>(
  db: Database,
  calls: { [Index in keyof Rows]: Call<Rows[Index]> },
): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
  const pool = pools.get(db);
  const answered = pool ? await askPool(pool, calls) : await askInTurn(db, calls);
  // The type of each statement's rows is declared by its author.
  return answered as { [Index in keyof Rows]: Rows[Index][] };
}

async function askInTurn(db: Database, calls: readonly Call<unknown>[]): Promise<unknown[][]> {
  const answers: unknown[][] = [];
  for (const { statement: compiled, values } of calls) {
    answers.push((await plainOf(db).executeQuery({ ...compiled, parameters: values })).rows);
  }
  return answers;
}

async function askPool(pool: Pool, calls: readonly Call<unknown>[]): Promise<unknown[][]> {
  const client = await takeConnection(pool);
  try {
    const answers: unknown[][] = [];
    for (const { statement: compiled, values } of calls) answers.push((await ask(client, compiled.sql, values)).rows);
    return answers;
  } finally {
    client.release(unusable.has(client));
  }
}

/** The name under which a statement is prepared from now on. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `parley_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** A statement as it is sent to Postgres. */
export interface Statement {
  /** Name of a prepared statement, which each connection parses and plans once. */
  name?: string;
  text: string;
  values: unknown[];
}

/** Publishes each `Statement` that this process sends. */
export const sentStatements = channel('parley:db:statement');

/**
 * Connections that failed otherwise than by Postgres' refusal: pg forgets to parse a statement again after a value that
 * it can't write.
 */
const unusable = new WeakSet<PoolClient>();

/**
 * Runs a statement, by its name where it is prepared. Asked by callback: with the promise that pg makes itself, four
 * fifths of all rows outlive the collections of young objects and pile up until the next full one.
 */
function ask(client: PoolClient, text: string, values: readonly unknown[]): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const name = names.get(text);
  const sent: Statement = { ...(name !== undefined && { name }), text, values: [...values] };
  sentStatements.publish(sent);
  client.query({ ...sent, rowMode: 'array' }, (error: Error | null, result) => {
    if (error && !(error instanceof DatabaseError)) unusable.add(client);
    if (error) reject(error);
    else resolve(resultOf(result));
  });
  return promise;
}

interface Result {
  rows: UnknownRow[];
  command: string;
  rowCount: number | null;
}

/** Names the columns. A text of several statements, such as a migration, has several results: the first counts. */
function resultOf(answered: QueryArrayResult | QueryArrayResult[]): Result {
  const [result] = [answered].flat();
  if (!result) return { rows: [], command: '', rowCount: null };
  const { rows, fields, command, rowCount } = result;
  const columns = fields.map(({ name }) => camelCase(name));
  // Each row begins as a copy, which has all its columns at once.
  const blank: UnknownRow = Object.fromEntries(columns.map((name) => [name, null]));
  const named = rows.map((values) => {
    const row = { ...blank };
    for (const [index, name] of columns.entries()) row[name] = values[index];
    return row;
  });
  return { rows: named, command, rowCount };
}

const clients = new WeakMap<PoolClient, PostgresPoolClient>();

/** The connection as Kysely gets it: asked by `ask`. */
export function preparingClient(client: PoolClient): PostgresPoolClient {
  const known = clients.get(client);
  if (known) return known;
  const made = {
    query: (text: string, values: readonly unknown[]) => ask(client, text, values),
    release: (destroy = false) => client.release(destroy || unusable.has(client)),
  } as PostgresPoolClient;
  clients.set(client, made);
  return made;
}
