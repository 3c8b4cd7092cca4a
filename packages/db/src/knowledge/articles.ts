/** The articles as documents of their source. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface UnindexedArticle {
  id: string;
  title: string;
  content: string;
}

/** Articles that are not found by what they say now, written by whichever release. */
export async function unindexedArticles(db: Database, sourceId: string, limit: number): Promise<UnindexedArticle[]> {
  const { rows } = await sql<UnindexedArticle>`
    select articles.id, articles.title, content from articles
    left join knowledge_documents documents on source_id = ${sourceId} and external_id = articles.id::text
    where is_active and (documents.id is null or fetched_at is null or fetched_at < articles.updated_at)
    order by articles.id limit ${limit}
  `.execute(db);
  return rows;
}

/** Forgets documents whose article is gone; answers how many. */
export async function deleteWithoutArticle(db: Database, sourceId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from knowledge_documents documents where source_id = ${sourceId}
      and not exists (select from articles where is_active and id::text = external_id)
  `.execute(db);
  return Number(numAffectedRows ?? 0n);
}
