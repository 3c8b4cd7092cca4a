/**
 * Searches vectors in Postgres if its extension `vector` is installed (https://github.com/pgvector/pgvector): an index
 * over `knowledge_passages.embedding`, so that the extension can be added or removed at any time. Only this file uses
 * it; without an index, the vectors are compared one by one.
 */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { mayRead, overlaid, type PassageQuery } from './search.ts';

/** Why vectors are compared one by one. */
export type WithoutIndex =
  /** Nothing has been embedded. */
  | 'nothing_embedded'
  | 'extension_missing'
  | 'extension_too_old'
  /** The database role may not create the extension or the index. */
  | 'no_right'
  | 'too_many_dimensions'
  /** Another process is making it. */
  | 'being_made';

/** Scans that go on until there are enough came with it. */
const oldest = [0, 8] as const;
/**
 * Maximum number of dimensions of an index: https://github.com/pgvector/pgvector#hnsw. Half precision is exact enough
 * to find candidates, which are then compared in full precision.
 */
const longest = { vector: 2_000, halfvec: 4_000 };
/** Lock of the installation, so that one process at a time creates indexes. Any number that nothing else uses. */
const advisoryLock = 7_461_200_040;
const family = 'knowledge_passages_vector_';

const hashOf = (model: string): string => createHash('sha256').update(model).digest('hex').slice(0, 16);
const nameOf = (model: string, dimensions: number): string => `${family}${hashOf(model)}_${dimensions}`;

/** Returns true if a valid index exists for a model's vectors of this length. */
export async function hasVectorIndex(db: Database, model: string, dimensions: number): Promise<boolean> {
  return (await vectorIndexes(db)).some(({ name, isValid }) => isValid && name === nameOf(model, dimensions));
}

async function vectorIndexes(db: Database): Promise<{ name: string; isValid: boolean }[]> {
  const { rows } = await sql<{ name: string; isValid: boolean }>`
    select relname as name, indisvalid and indisready as is_valid
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = to_regclass('knowledge_passages') and starts_with(relname, ${family})
  `.execute(db);
  return rows;
}

/**
 * Creates the index of a model's vectors, and the extension, if that is possible and no other process does. Returns
 * null once the index exists, or the reason why it doesn't. Removes indexes of models that no vectors use any more.
 * Readers and writers are not blocked. Meant to be called repeatedly: it costs two small reads while there is nothing
 * to do.
 * @throws the error of Postgres, such as a full disk
 */
export async function ensureVectorIndex(db: Database, model: string): Promise<WithoutIndex | null> {
  // The lock belongs to the session, so everything runs on the same connection.
  return db.connection().execute(async (session) => {
    const dimensions = await dimensionsOf(session, model);
    if (dimensions === 0) return 'nothing_embedded';
    if (dimensions > longest.halfvec) return 'too_many_dimensions';
    const wanted = nameOf(model, dimensions);
    const before = await vectorIndexes(session);
    if (before.length === 1 && before[0]?.name === wanted && before[0].isValid) return null;
    const { rows } = await sql<{ isHeld: boolean }>`
      select pg_try_advisory_lock(${advisoryLock}) as is_held
    `.execute(session);
    if (!rows[0]?.isHeld) return 'being_made';
    try {
      // Building the index may take minutes, and no call waits for it.
      await sql`set statement_timeout = 0`.execute(session);
      return await makeIndex(session, model, dimensions);
    } finally {
      await sql`reset statement_timeout`.execute(session);
      await sql`select pg_advisory_unlock(${advisoryLock})`.execute(session);
    }
  });
}

/** Returns the dimensions of the newest embedding; 0 if there is none. */
async function dimensionsOf(db: Database, model: string): Promise<number> {
  const { rows } = await sql<{ dimensions: number }>`
    select cardinality(embedding) as dimensions from knowledge_passages
    where embedding_model = ${model} and embedded_at is not null order by embedded_at desc limit 1
  `.execute(db);
  return rows[0]?.dimensions ?? 0;
}

async function makeIndex(session: Database, model: string, dimensions: number): Promise<WithoutIndex | null> {
  const wanted = nameOf(model, dimensions);
  const before = await vectorIndexes(session);
  if (!before.some(({ name, isValid }) => isValid && name === wanted)) {
    const hindrance = await hindranceOf(session);
    if (hindrance) return hindrance;
    await sql`create extension if not exists vector`.execute(session);
    // A killed process may have left an unfinished index.
    await sql`drop index concurrently if exists ${sql.id(wanted)}`.execute(session);
    const type = typeOf(dimensions);
    await sql`
      create index concurrently ${sql.id(wanted)} on knowledge_passages
      using hnsw (${ofPassage('knowledge_passages', type, dimensions)} ${sql.raw(`${type}_ip_ops`)})
      where ${isOf('knowledge_passages', model, dimensions)}
    `.execute(session);
  }
  for (const { name } of before) {
    if (name === wanted || (await isInUse(session, name))) continue;
    await sql`drop index concurrently if exists ${sql.id(name)}`.execute(session);
  }
  return null;
}

/** Returns why the extension can't be used: missing, too old, or not permitted for this role; undefined if it can. */
async function hindranceOf(db: Database): Promise<WithoutIndex | undefined> {
  const { rows } = await sql<{ installed: string | null; available: string | null; extends: boolean; owns: boolean }>`
    select (select extversion from pg_extension where extname = 'vector') as installed,
      (select default_version from pg_available_extensions where name = 'vector') as available,
      has_database_privilege(current_database(), 'create') as extends,
      pg_has_role((select relowner from pg_class where oid = to_regclass('knowledge_passages')), 'usage')
        and has_schema_privilege(current_schema(), 'create') as owns
  `.execute(db);
  const [found] = rows;
  const version = found?.installed ?? found?.available ?? null;
  if (!found || version === null) return 'extension_missing';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) return 'extension_too_old';
  return found.owns && (found.installed !== null || found.extends) ? undefined : 'no_right';
}

/** Returns true if any passage is embedded with the model of an index. */
async function isInUse(db: Database, index: string): Promise<boolean> {
  const { rows } = await sql<{ model: string }>`
    select distinct embedding_model as model from knowledge_passages where embedded_at is not null
  `.execute(db);
  return rows.some(({ model }) => index.startsWith(`${family}${hashOf(model)}_`));
}

type VectorType = keyof typeof longest;
const typeOf = (dimensions: number): VectorType => (dimensions <= longest.vector ? 'vector' : 'halfvec');

/** Expression of the index; queries must use exactly the same. */
const ofPassage = (table: string, type: VectorType, dimensions: number): RawBuilder<unknown> =>
  sql`((${sql.id(table)}.embedding)::${sql.raw(`${type}(${dimensions})`)})`;

/** Written into the statement, since an index of some rows is found by values that are known when it is planned. */
const isOf = (table: string, model: string, dimensions: number): RawBuilder<boolean> =>
  sql`${sql.id(table)}.embedding_model = ${sql.lit(model)}
    and cardinality(${sql.id(table)}.embedding) = ${sql.lit(dimensions)}`;

/** Limits a query to what its reader may find. */
export type Readers = Pick<PassageQuery, 'audiences' | 'websiteId' | 'overlay'>;

/** Published passages that may be read, `passages` and `documents`: of a change, without those that it replaces. */
const readable = (readers: Readers): RawBuilder<unknown> => sql`
  join public.knowledge_passages passages on passages.id = asked.id
  join knowledge_documents documents on documents.id = passages.document_id
  where ${conditions(readers)}`;

const conditions = (readers: Readers): RawBuilder<boolean> => sql`
  ${mayRead(readers)}
  ${readers.overlay ? sql`and passages.document_id not in (select id from replaced)` : sql``}`;

const beginning = ({ overlay }: Readers): RawBuilder<unknown> => (overlay ? overlaid(overlay) : sql``);

/** Returns the first of the passages that may be read, in the given order. */
export async function readablePassages(
  db: Database,
  ids: readonly string[],
  readers: Readers,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with ${beginning(readers)} asked as materialized (
      select id, rank from unnest(${[...ids]}::uuid[]) with ordinality as given (id, rank)
    )
    select asked.id from asked ${readable(readers)} order by rank limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

export interface NearPassage {
  id: string;
  /** The cosine of the angle between what both mean. */
  score: number;
}

export interface NearestQuery extends Readers {
  model: string;
  /** Normalized to length 1, like the stored ones. */
  vector: readonly number[];
  /** Less alike is not answered. */
  floor: number;
  limit: number;
}

/** How much further than it has to an index looks, for the near ones it may miss. */
const breadth = 200;

/**
 * Finds the passages that may be read with the embeddings nearest to a vector, the nearest first, through the index.
 * @throws the error of Postgres, if the index or the extension no longer exists
 */
export async function nearestPassages(db: Database, query: NearestQuery): Promise<NearPassage[]> {
  return db.transaction().execute(async (transaction) => {
    await sql`
      select set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', ${String(breadth)}, true)
    `.execute(transaction);
    const byIndex = await nearest(transaction, query, sql``);
    const last = byIndex.at(-1);
    // It gives up after so many (`hnsw.max_scan_tuples`) that may not be read: then few may be, and those are compared.
    const isAll = byIndex.length === query.limit || (last !== undefined && last.score < query.floor);
    const found = isAll ? byIndex : await nearest(transaction, query, sql` + 0`);
    return found.filter(({ score }) => score >= query.floor);
  });
}

async function nearest(db: Database, query: NearestQuery, withoutIndex: RawBuilder<unknown>): Promise<NearPassage[]> {
  const { model, vector, limit } = query;
  const dimensions = vector.length;
  const type = typeOf(dimensions);
  const asked = sql`${JSON.stringify(vector)}`;
  const { rows } = await sql<NearPassage>`
    with ${beginning(query)} near as materialized (
      select passages.id, passages.embedding from public.knowledge_passages passages
      join knowledge_documents documents on documents.id = passages.document_id
      where ${isOf('passages', model, dimensions)} and ${conditions(query)}
      order by (${ofPassage('passages', type, dimensions)} <#> ${asked}::${sql.raw(type)})${withoutIndex}
      limit ${type === 'vector' ? limit : 2 * limit}
    )
    select id, -(embedding::vector <#> ${asked}::vector) as score from near order by score desc, id limit ${limit}
  `.execute(db);
  return rows;
}
