/** Sources of knowledge, and their readings. */
import type { KnowledgeSource, SourceKind } from '@parley/contracts/knowledge/knowledge';
import type { LocalizedText } from '@parley/contracts/i18n/server-texts';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';

interface SourceRow extends Omit<KnowledgeSource, 'startedAt' | 'finishedAt' | 'dueAt' | 'createdAt' | 'counts'> {
  startedAt: Date | null;
  finishedAt: Date | null;
  dueAt: Date | null;
  createdAt: Date;
  waiting: number;
  ready: number;
  skipped: number;
  failed: number;
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

function toSource({ waiting, ready, skipped, failed, ...row }: SourceRow): KnowledgeSource {
  return {
    ...row,
    counts: { waiting, ready, skipped, failed },
    startedAt: iso(row.startedAt),
    finishedAt: iso(row.finishedAt),
    dueAt: iso(row.dueAt),
    createdAt: row.createdAt.toISOString(),
  };
}

async function sourcesWhere(db: Database, where: RawBuilder<boolean>): Promise<KnowledgeSource[]> {
  const { rows } = await sql<SourceRow>`
    select sources.id, kind, name, url, rules, audience, website_ids, every_hours, is_paused, state, reason, reason_localized,
      started_at, finished_at, due_at, created_at, passages,
      coalesce(waiting, 0) as waiting, coalesce(ready, 0) as ready, coalesce(skipped, 0) as skipped,
      coalesce(failed, 0) as failed, coalesce(flagged, 0) as flagged
    from knowledge_sources sources
    left join lateral (
      select count(*) filter (where is_queued) as waiting,
        count(*) filter (where not is_queued and documents.state = 'ready') as ready,
        count(*) filter (where not is_queued and documents.state = 'skipped') as skipped,
        count(*) filter (where not is_queued and documents.state = 'failed') as failed,
        count(*) filter (where set_aside @> '[{"why": "instruction"}]') as flagged
      from knowledge_documents documents where source_id = sources.id
    ) counted on true
    cross join lateral (
      select count(*) as passages from knowledge_documents documents
        join knowledge_passages on document_id = documents.id where source_id = sources.id
    ) of_passages
    where ${where} order by kind <> 'article', sources.id
  `.execute(db);
  return rows.map(toSource);
}

/** The articles first, then in the order they were added. */
export const listSources = (db: Database): Promise<KnowledgeSource[]> => sourcesWhere(db, sql`true`);

/** Undefined when unknown. */
export async function findSource(db: Database, id: string): Promise<KnowledgeSource | undefined> {
  return (await sourcesWhere(db, sql`sources.id = ${id}`))[0];
}

export type SourceSettings = Pick<KnowledgeSource, 'name' | 'url' | 'rules' | 'audience' | 'websiteIds' | 'everyHours'>;

/** Adds a source while there are fewer than `max`; answers its id, or undefined. */
export async function insertSource(
  db: Database,
  { kind, createdBy, max, rules, ...source }: SourceSettings & { kind: SourceKind; createdBy: string; max: number },
): Promise<string | undefined> {
  const row = await db
    .insertInto('knowledgeSources')
    .columns(['kind', 'name', 'url', 'rules', 'audience', 'websiteIds', 'everyHours', 'createdBy'])
    .expression(
      sql`select ${kind}::text, ${source.name}::text, ${source.url}::text, ${JSON.stringify(rules)}::jsonb,
        ${source.audience}::text, ${source.websiteIds}::uuid[], ${source.everyHours}::int, ${createdBy}::uuid
        where (select count(*) from knowledge_sources) < ${max}`,
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Changes a source, and with it for whom its documents are. False when unknown. */
export async function updateSource(
  transaction: Transaction,
  id: string,
  { rules, ...change }: Partial<Omit<SourceSettings, 'url'>> & { isPaused?: boolean },
): Promise<boolean> {
  const row = await transaction
    .updateTable('knowledgeSources')
    .set({
      ...change,
      ...(rules && { rules: JSON.stringify(rules) }),
      ...(change.everyHours !== undefined && {
        dueAt: sql<Date | null>`coalesce(finished_at, now()) + make_interval(hours => ${change.everyHours}::int)`,
      }),
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('kind', '<>', 'article')
    .returning(['audience', 'websiteIds'])
    .executeTakeFirst();
  if (!row) return false;
  await transaction.updateTable('knowledgeDocuments').set(row).where('sourceId', '=', id).execute();
  return true;
}

/** Its documents go with it. False when unknown; articles stay. */
export async function deleteSource(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('knowledgeSources')
    .where('id', '=', id)
    .where('kind', '<>', 'article')
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Starts a new run of a source with all its known documents. Returns false when it is already being read, or unknown.
 */
export async function startReading(db: Database, id: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('knowledgeSources')
      .set({
        state: 'waiting',
        runId: sql<string>`uuidv7()`,
        reason: null,
        reasonLocalized: null,
        startedAt: sql`now()`,
        finishedAt: null,
        dueAt: null,
        updatedAt: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .where('kind', '<>', 'article')
      .where('state', 'not in', ['waiting', 'reading'])
      .returning('runId')
      .executeTakeFirst();
    if (!row) return false;
    await sql`
      update knowledge_documents documents set run_id = ${row.runId}, is_queued = true
      where source_id = ${id}
        and (original is not null or exists (select from knowledge_passages where document_id = documents.id))
    `.execute(transaction);
    return true;
  });
}

/** Queues a document to be read again. Returns its source; undefined when it is unknown or an article. */
export async function retryDocument(db: Database, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ sourceId: string }>`
    with queued as (
      update knowledge_documents documents set is_queued = true from knowledge_sources sources
      where documents.id = ${id} and sources.id = source_id and kind <> 'article' returning source_id
    )
    update knowledge_sources set state = case when state = 'waiting' then state else 'reading' end,
      finished_at = null, updated_at = now()
    from queued where id = source_id returning source_id
  `.execute(db);
  return rows[0]?.sourceId;
}

export interface ReadingSource extends SourceSettings {
  id: string;
  kind: SourceKind;
  state: 'waiting' | 'reading';
  runId: string;
}

/** Returns a source that is waiting or being read; undefined for any other. */
export async function sourceToRead(db: Database, id: string): Promise<ReadingSource | undefined> {
  const { rows } = await sql<ReadingSource>`
    select id, kind, name, url, rules, audience, website_ids, every_hours, is_paused, state, run_id
    from knowledge_sources
    where id = ${id} and state in ('waiting', 'reading') and run_id is not null and kind <> 'article'
  `.execute(db);
  return rows[0];
}

/** Marks a source as being read, once its start is known. */
export async function beginReading(db: Database, { id, runId }: Pick<ReadingSource, 'id' | 'runId'>): Promise<void> {
  await db
    .updateTable('knowledgeSources')
    .set({ state: 'reading', updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('runId', '=', runId)
    .execute();
}

export interface Reason {
  reason: string | null;
  localized: LocalizedText | null;
}

/** Ends a reading. What it has not come across any more, or had no room for, is forgotten, unless it failed. */
export async function endReading(
  db: Database,
  { id, runId }: Pick<ReadingSource, 'id' | 'runId'>,
  { state, reason, localized }: Reason & { state: 'ready' | 'failed' },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const ended = await transaction
      .updateTable('knowledgeSources')
      .set({
        state,
        reason,
        reasonLocalized: localized && JSON.stringify(localized),
        finishedAt: sql`now()`,
        dueAt: sql<Date | null>`now() + make_interval(hours => every_hours)`,
        updatedAt: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .where('runId', '=', runId)
      .returning('id')
      .executeTakeFirst();
    if (!ended || state === 'failed') return;
    await sql`
      delete from knowledge_documents where source_id = ${id} and (run_id is distinct from ${runId} or is_queued)
    `.execute(transaction);
  });
}

/** Returns the sources for a job to read: those waiting or being read, and those due again. */
export async function sourcesLeft(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('knowledgeSources')
    .select('id')
    .where((eb) => eb.or([eb('dueAt', '<=', sql<Date>`now()`), eb('state', 'in', ['waiting', 'reading'])]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Pauses or resumes answers from a source. Returns false when it is unknown. */
export async function pauseSource(db: Database, id: string, isPaused: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('knowledgeSources')
    .set({ isPaused, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns true if any passage is available for answers to customers. */
export async function hasPublicPassages(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from knowledge_sources sources join knowledge_documents documents on source_id = sources.id
      where not is_paused and documents.audience <> 'staff'
        and exists (select from knowledge_passages where document_id = documents.id)
    ) as found
  `.execute(db);
  return rows[0]?.found ?? false;
}
