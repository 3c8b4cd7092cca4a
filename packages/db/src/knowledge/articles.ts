/** Stores published articles as documents of their source, with the identifier `<article>:<language>`. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * Returns the articles with documents that differ from what is published, whichever release wrote them, or with
 * addresses that a change of a website may have outdated.
 */
export async function changedArticles(db: Database, sourceId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct texts.article_id as id from article_translations as texts
    left join knowledge_documents as documents
      on documents.source_id = ${sourceId} and documents.external_id = texts.article_id || ':' || texts.locale
    where texts.published_version is not null and (
      documents.id is null or documents.fetched_at is null or documents.fetched_at < texts.published_at
      or documents.fetched_at < (select max(updated_at) from websites)
    )
    order by id limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes documents of texts that are no longer published, of one article or of all. Returns their number. */
export async function deleteUnpublished(db: Database, sourceId: string, articleId?: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from knowledge_documents as documents where source_id = ${sourceId}
      and ${articleId === undefined ? sql`true` : sql`external_id like ${`${articleId}:%`}`}
      and not exists (
        select from article_translations as texts
        where texts.published_version is not null and external_id = texts.article_id || ':' || texts.locale
      )
  `.execute(db);
  return Number(numAffectedRows ?? 0n);
}
