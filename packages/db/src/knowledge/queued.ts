/** The documents of a reading: which are to be read, and what became of each. */
import type { Audience, DocumentState } from '@parley/contracts/knowledge';
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
 * Has addresses or paths read in this reading that are not read in it already, as long as there are fewer than the
 * source may have.
 */
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
    limit greatest(0, ${rules.maxPages}
      - (select count(*) from knowledge_documents where source_id = ${id} and run_id = ${runId}))
    on conflict (source_id, external_id) do update set run_id = excluded.run_id, is_queued = true, depth = excluded.depth
  `.execute(db);
}

/** The nearest first; undefined when all have been read. */
export async function nextDocument(db: Database, sourceId: string): Promise<QueuedDocument | undefined> {
  return db
    .selectFrom('knowledgeDocuments')
    .select(['id', 'externalId', 'etag', 'lastModified', 'depth', 'original'])
    .where('sourceId', '=', sourceId)
    .where('isQueued', '=', sql<boolean>`true`)
    .orderBy('depth')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

export interface Settled extends Reason {
  state: Exclude<DocumentState, 'waiting'>;
  /** Whether what it said before is found no more. */
  drop?: boolean;
}

/** What became of a document that has no new text. */
export async function settleDocument(db: Database, id: string, { state, reason, said, drop }: Settled): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('knowledgeDocuments')
      .set({
        state,
        reason,
        reasonSaid: said && JSON.stringify(said),
        isQueued: false,
        fetchedAt: sql`now()`,
        // What comes back is new.
        ...(drop && { sha: null, etag: null, lastModified: null }),
      })
      .where('id', '=', id)
      .execute();
    if (drop) await transaction.deleteFrom('knowledgePassages').where('documentId', '=', id).execute();
  });
}

/** By what its server tells whether it has changed. */
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

/** How a reading has gone so far. */
export async function readingSoFar(
  db: Database,
  { id, runId }: Pick<ReadingSource, 'id' | 'runId'>,
): Promise<{ documents: number; readable: number; failure: Reason | null }> {
  const { rows } = await sql<{ documents: number; readable: number; reason: string | null; said: Reason['said'] }>`
    select count(*) as documents,
      count(*) filter (where exists (select from knowledge_passages where document_id = documents.id)) as readable,
      (array_agg(reason order by depth, id) filter (where reason is not null))[1] as reason,
      (array_agg(reason_said order by depth, id) filter (where reason is not null))[1] as said
    from knowledge_documents documents where source_id = ${id} and run_id = ${runId}
  `.execute(db);
  const [row] = rows;
  const { documents = 0, readable = 0, reason = null, said = null } = row ?? {};
  return { documents, readable, failure: reason === null ? null : { reason, said } };
}
