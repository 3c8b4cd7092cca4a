/** Stores passages that contradict each other, until the team has settled it. */
import type { KnowledgeContradiction } from '@parley/contracts/knowledge/contradictions';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { instantText } from '../instant.ts';

export interface DatedPassage {
  id: string;
  documentId: string;
  title: string;
  text: string;
  language: string;
  datedOn: string | null;
  websiteIds: string[];
}

/** Passages that are compared at most, the newest first. */
const mostCompared = 20_000;

/** Returns true if a document has changed since passages were last compared, and notes that they are compared now. */
export async function beginComparison(db: Database): Promise<boolean> {
  const { rows } = await sql`
    insert into knowledge_comparison (compared_at)
    select now() where exists (select from knowledge_documents where changed_at is not null)
    on conflict (id) do update set compared_at = now()
    where knowledge_comparison.compared_at < (select max(changed_at) from knowledge_documents)
    returning 1
  `.execute(db);
  return rows.length > 0;
}

/** Returns the passages with numbers that answers may use. */
export async function passagesToCompare(db: Database): Promise<DatedPassage[]> {
  const { rows } = await sql<DatedPassage>`
    select passages.id, document_id, passages.title, text, passages.language,
      dated_on::text as dated_on, documents.website_ids
    from knowledge_passages passages
    join knowledge_documents documents on documents.id = document_id
    join knowledge_sources sources on sources.id = source_id
    where not sources.is_paused and text ~ '[0-9]'
    order by passages.id desc limit ${mostCompared}
  `.execute(db);
  return rows;
}

export interface FoundContradiction {
  olderPassageId: string;
  newerPassageId: string;
  olderText: string;
  newerText: string;
}

/** Stores what was found; what is not found any more is forgotten, unless a user has settled it. */
export async function storeContradictions(db: Database, found: readonly FoundContradiction[]): Promise<void> {
  const column = (name: keyof FoundContradiction): string[] => found.map((each) => each[name]);
  await db.transaction().execute(async (transaction) => {
    await sql`
      delete from knowledge_contradictions where settled_at is null
        and (older_passage_id, newer_passage_id) not in (
          select * from unnest(${column('olderPassageId')}::uuid[], ${column('newerPassageId')}::uuid[])
        )
    `.execute(transaction);
    await sql`
      insert into knowledge_contradictions (older_passage_id, newer_passage_id, older_text, newer_text)
      select older, newer, older_text, newer_text
      from unnest(${column('olderPassageId')}::uuid[], ${column('newerPassageId')}::uuid[],
        ${column('olderText')}::text[], ${column('newerText')}::text[]) as found (older, newer, older_text, newer_text)
      where exists (select from knowledge_passages where id = older) and exists (select from knowledge_passages where id = newer)
      on conflict (older_passage_id, newer_passage_id) do update
        set older_text = excluded.older_text, newer_text = excluded.newer_text
        where knowledge_contradictions.settled_at is null
    `.execute(transaction);
  });
}

/** Returns the open contradictions, the latest first, without those of suspended passages. */
export async function listContradictions(db: Database, limit: number): Promise<KnowledgeContradiction[]> {
  const side = (name: 'older' | 'newer') => sql`
    jsonb_build_object('passageId', ${sql.ref(`${name}.id`)}, 'title', ${sql.ref(`${name}.title`)},
      'url', ${sql.ref(`${name}_document.url`)}, 'datedOn', ${sql.ref(`${name}_document.dated_on`)}::text,
      'text', ${sql.ref(`found.${name}_text`)}) as ${sql.raw(name)}`;
  const { rows } = await sql<KnowledgeContradiction>`
    select ${side('older')}, ${side('newer')}, ${sql.raw(instantText('found.created_at'))} as found_at
    from knowledge_contradictions found
    join knowledge_passages older on older.id = older_passage_id
    join knowledge_documents older_document on older_document.id = older.document_id
    join knowledge_passages newer on newer.id = newer_passage_id
    join knowledge_documents newer_document on newer_document.id = newer.document_id
    where settled_at is null and not exists (
      select from suspended_passages where suspended_since is not null and passage_id in (older.id, newer.id)
    )
    order by found.created_at desc, older.id limit ${limit}
  `.execute(db);
  return rows;
}

/** Marks both passages as right. Returns false if there is no such open contradiction. */
export async function settleContradiction(
  db: Database,
  { olderPassageId, newerPassageId }: Pick<FoundContradiction, 'olderPassageId' | 'newerPassageId'>,
  userId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('knowledgeContradictions')
    .set({ settledAt: sql<Date>`now()`, settledBy: userId })
    .where('olderPassageId', '=', olderPassageId)
    .where('newerPassageId', '=', newerPassageId)
    .where('settledAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Suspends a passage of an open contradiction. Returns false if it is in none. */
export async function suspendContradicting(db: Database, passageId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into suspended_passages (passage_id, document_id, title, url, suspended_since)
    select passages.id, document_id, passages.title, documents.url, now()
    from knowledge_passages passages join knowledge_documents documents on documents.id = document_id
    where passages.id = ${passageId} and exists (
      select from knowledge_contradictions where settled_at is null and ${passageId}::uuid in (older_passage_id, newer_passage_id)
    )
    on conflict (passage_id) do update set suspended_since = now() where suspended_passages.suspended_since is null
    returning 1
  `.execute(db);
  return rows.length > 0;
}
