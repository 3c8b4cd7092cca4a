/** Documents as the team looks at them. */
import type {
  DocumentState,
  KnowledgeDocument,
  KnowledgePassage,
  KnowledgeVersion,
  SetAside,
} from '@parley/contracts/knowledge/knowledge';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

interface DocumentRow extends Omit<KnowledgeDocument, 'fetchedAt' | 'changedAt'> {
  fetchedAt: Date | null;
  changedAt: Date | null;
}

const toDocument = (row: DocumentRow): KnowledgeDocument => ({
  ...row,
  fetchedAt: row.fetchedAt?.toISOString() ?? null,
  changedAt: row.changedAt?.toISOString() ?? null,
});

async function documentsWhere(db: Database, where: RawBuilder<unknown>): Promise<KnowledgeDocument[]> {
  const { rows } = await sql<DocumentRow>`
    select documents.id, source_id, sources.kind as source_kind, title, documents.url, language, documents.audience,
      documents.website_ids, version, case when is_queued then 'waiting' else documents.state end as state,
      documents.reason, documents.reason_localized, dated_on::text as dated_on, set_aside,
      fetched_at, changed_at,
      (select count(*) from knowledge_passages where document_id = documents.id) as passages
    from knowledge_documents documents join knowledge_sources sources on sources.id = source_id
    where ${where}
  `.execute(db);
  return rows.map(toDocument);
}

/** A page of the documents of a source, in the order they were found; `next` is where the one after it begins. */
export async function listDocuments(
  db: Database,
  sourceId: string,
  {
    state,
    setAside,
    after,
    limit,
  }: {
    state?: DocumentState | undefined;
    setAside?: SetAside['why'] | undefined;
    after?: string | undefined;
    limit: number;
  },
): Promise<{ documents: KnowledgeDocument[]; next: string | null }> {
  const documents = await documentsWhere(
    db,
    sql`source_id = ${sourceId}
      and (${state ?? null}::text is null or case when is_queued then 'waiting' else documents.state end = ${state ?? null})
      and (${setAside ?? null}::text is null or set_aside @> ${JSON.stringify([{ why: setAside }])}::jsonb)
      and (${after ?? null}::uuid is null or documents.id > ${after ?? null}::uuid)
      order by documents.id limit ${limit + 1}`,
  );
  const page = documents.slice(0, limit);
  return { documents: page, next: documents.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** Undefined when unknown. */
export async function documentDetails(
  db: Database,
  id: string,
): Promise<{ document: KnowledgeDocument; passages: KnowledgePassage[]; versions: KnowledgeVersion[] } | undefined> {
  const [document] = await documentsWhere(db, sql`documents.id = ${id}`);
  if (!document) return undefined;
  const passages = await db
    .selectFrom('knowledgePassages')
    .select(['id', 'headings', 'text'])
    .where('documentId', '=', id)
    .orderBy('place')
    .execute();
  const versions = await db
    .selectFrom('knowledgeVersions')
    .select(['version', 'title', 'markdown', 'createdAt'])
    .where('documentId', '=', id)
    .orderBy('version', 'desc')
    .execute();
  return {
    document,
    passages,
    versions: versions.map((each) => ({ ...each, createdAt: each.createdAt.toISOString() })),
  };
}
