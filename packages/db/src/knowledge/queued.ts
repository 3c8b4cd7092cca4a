/** Stores the documents of a run: the queued ones, and the result of each. */
import type { Audience, DocumentState } from '@parley/contracts/knowledge/knowledge';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { ReadingSource, Reason } from './sources.ts';

export interface QueuedDocument {
  id: string;
  externalId: string;
  etag: string | null;
  lastModified: string | null;
  depth: number;
  original: Buffer | null;
}

/**
 * Addresses a reading looks at. What is left out (not a page, not allowed, a copy of another) costs none of the pages
 * that the source may have; this ends a website without an end.
 */
const mostLookedAt = (maxPages: number): number => 10 * maxPages + 1_000;

/** Queues addresses or paths that this run doesn't contain yet. */
export async function queueDocuments(
  db: Database,
  { id, runId, audience, websiteIds, rules }: ReadingSource,
  externalIds: readonly string[],
  depth: number,
): Promise<void> {
  await sql`
    insert into knowledge_documents (source_id, external_id, title, audience, website_ids, depth, run_id, is_queued)
    select ${id}, external_id, external_id, ${audience satisfies Audience}, ${websiteIds}::uuid[], ${depth}, ${runId}, true
    from unnest(${[...new Set(externalIds)]}::text[]) with ordinality as found (external_id, n)
    where not exists (
      select from knowledge_documents known
      where source_id = ${id} and known.external_id = found.external_id and run_id = ${runId}
    )
    order by n
    limit greatest(0, ${mostLookedAt(rules.maxPages)}
      - (select count(*) from knowledge_documents where source_id = ${id} and run_id = ${runId}))
    on conflict (source_id, external_id) do update
      set run_id = excluded.run_id, is_queued = true, depth = excluded.depth, state = 'waiting'
  `.execute(db);
}

/**
 * Returns the queued document nearest to the start page; undefined when all have been read, or as many pages as the
 * source may have. A document that a user has queued again is read regardless of that limit.
 */
export async function nextDocument(
  db: Database,
  { id, runId, rules, kind }: Pick<ReadingSource, 'id' | 'runId' | 'rules' | 'kind'>,
): Promise<QueuedDocument | undefined> {
  const hasRoom = sql<boolean>`state in ('failed', 'skipped') or ${kind !== 'website'}::boolean or ${rules.maxPages} > (
    select count(*) from knowledge_documents read
    where read.source_id = ${id} and read.run_id = ${runId} and not read.is_queued and read.state = 'ready')`;
  return db
    .selectFrom('knowledgeDocuments')
    .select(['id', 'externalId', 'etag', 'lastModified', 'depth', 'original'])
    .where('sourceId', '=', id)
    .where('isQueued', '=', sql<boolean>`true`)
    .where(sql<boolean>`(${hasRoom})`)
    .orderBy('depth')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

export interface Settled extends Reason {
  state: Exclude<DocumentState, 'waiting'>;
  /** True if its earlier text must no longer be found. */
  drop?: boolean;
}

/** Stores the result for a document that has no new text. */
export async function settleDocument(
  db: Database,
  id: string,
  { state, reason, localized, drop }: Settled,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('knowledgeDocuments')
      .set({
        state,
        reason,
        reasonLocalized: localized && JSON.stringify(localized),
        isQueued: false,
        fetchedAt: sql`now()`,
        // A dropped document that comes back counts as new.
        ...(drop && { sha: null, etag: null, lastModified: null }),
      })
      .where('id', '=', id)
      .execute();
    if (drop) await transaction.deleteFrom('knowledgePassages').where('documentId', '=', id).execute();
  });
}

/** Stores the validators with which its server detects changes. */
export async function noteValidators(
  db: Database,
  id: string,
  validators: { etag: string | null; lastModified: string | null },
): Promise<void> {
  await db.updateTable('knowledgeDocuments').set(validators).where('id', '=', id).execute();
}

/** The files of a repository that this reading has come across. */
export async function keepDocument(db: Database, { runId }: Pick<ReadingSource, 'runId'>, id: string): Promise<void> {
  await db.updateTable('knowledgeDocuments').set({ runId }).where('id', '=', id).execute();
}

/** A file as it came, to be read. */
export async function storeOriginal(
  db: Database,
  file: { sourceId: string; name: string; audience: Audience; websiteIds: readonly string[]; bytes: Buffer },
): Promise<void> {
  const { sourceId, name, audience, bytes } = file;
  const websiteIds = [...file.websiteIds];
  await db
    .insertInto('knowledgeDocuments')
    .values({ sourceId, externalId: name, title: name, audience, websiteIds, original: bytes })
    .onConflict((conflict) => conflict.columns(['sourceId', 'externalId']).doUpdateSet({ original: bytes }))
    .execute();
}

/** How many pages of each pattern a reading has come across; a pattern has `#` in place of each number. */
export async function countPatterns(
  db: Database,
  { id, runId }: Pick<ReadingSource, 'id' | 'runId'>,
  patterns: readonly string[],
): Promise<Map<string, { found: number; ready: number }>> {
  const { rows } = await sql<{ pattern: string; found: number; ready: number }>`
    select pattern, count(*)::int as found, (count(*) filter (where not is_queued and state = 'ready'))::int as ready
    from (
      select regexp_replace(external_id, '[0-9]+', '#', 'g') as pattern, is_queued, state from knowledge_documents
      where source_id = ${id} and run_id = ${runId}
    ) as counted where pattern = any(${[...patterns]}::text[]) group by pattern
  `.execute(db);
  return new Map(rows.map(({ pattern, found, ready }) => [pattern, { found, ready }]));
}

/** Returns the text of a page that this run has read; undefined if it hasn't. */
export async function readPageText(
  db: Database,
  { id, runId }: Pick<ReadingSource, 'id' | 'runId'>,
  externalId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('knowledgeDocuments')
    .innerJoin('knowledgeVersions', (join) =>
      join
        .onRef('knowledgeVersions.documentId', '=', 'knowledgeDocuments.id')
        .onRef('knowledgeVersions.version', '=', 'knowledgeDocuments.version'),
    )
    .select('markdown')
    .where('sourceId', '=', id)
    .where('runId', '=', runId)
    .where('externalId', '=', externalId)
    .where('isQueued', '=', false)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return row?.markdown;
}

/** Returns the progress of a run; at its end, `left` counts the documents beyond the source's limit. */
export async function readingSoFar(
  db: Database,
  { id, runId }: Pick<ReadingSource, 'id' | 'runId'>,
): Promise<{ left: number; readable: number; failure: Reason | null }> {
  const { rows } = await sql<{ left: number; readable: number; reason: string | null; localized: Reason['localized'] }>`
    select count(*) filter (where is_queued) as left,
      count(*) filter (where exists (select from knowledge_passages where document_id = documents.id)) as readable,
      (array_agg(reason order by state = 'failed' desc, depth, id) filter (where reason is not null))[1] as reason,
      (array_agg(reason_localized order by state = 'failed' desc, depth, id) filter (where reason is not null))[1] as localized
    from knowledge_documents documents where source_id = ${id} and run_id = ${runId}
  `.execute(db);
  const [row] = rows;
  const { left = 0, readable = 0, reason = null, localized = null } = row ?? {};
  return { left, readable, failure: reason === null ? null : { reason, localized } };
}
