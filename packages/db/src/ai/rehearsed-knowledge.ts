/** Stores documents as a change would make them, separate from the published ones, which it never affects. */
import { type RawBuilder, sql } from 'kysely';
import type { Audience } from '@parley/contracts/knowledge/knowledge';
import type { Language } from '@parley/contracts/text/languages';
import type { Database } from '../database.ts';

export interface RehearsedText {
  title: string;
  content: string;
  audience: Audience;
  websiteIds: string[];
  /** Address of the published document. */
  url: string | null;
}

/** An article as one of its versions has it; undefined where there is none. */
export async function versionOf(
  db: Database,
  id: string,
  locale: Language,
  version: number,
): Promise<RehearsedText | undefined> {
  const { rows } = await sql<RehearsedText>`
    select v.title, v.content, a.audience, a.website_ids, d.url
    from article_versions v join articles a on a.id = v.article_id
      left join knowledge_documents d on d.external_id = v.article_id || ':' || v.locale
        and d.source_id = (select id from knowledge_sources where kind = 'article')
    where v.article_id = ${id}::uuid and v.locale = ${locale} and v.version = ${version}
  `.execute(db);
  return rows[0];
}

export interface RehearsedDocument extends Omit<RehearsedText, 'content'> {
  /** Identifier of the article in its source. */
  externalId: string;
  language: string;
  passages: readonly { headings: readonly string[]; text: string }[];
}

/**
 * Adds a rehearsed document that replaces the published one of its `externalId`; passages with unchanged text keep
 * their ids. Null leaves the published one out.
 */
export async function layBeside(
  db: Database,
  rehearsalId: string,
  externalId: string,
  document: RehearsedDocument | null,
): Promise<void> {
  const inPlaceOf: RawBuilder<unknown> = sql`
    from knowledge_sources s left join knowledge_documents d on d.source_id = s.id and d.external_id = ${externalId}
    where s.kind = 'article'`;
  const { title = '', language = '', audience = 'staff', websiteIds = [], url = null, passages = [] } = document ?? {};
  const { rows } = await sql<{ id: string }>`
    insert into rehearsal_documents (rehearsal_id, id, source_id, url, title, language, audience, website_ids, version)
    select ${rehearsalId}::uuid, coalesce(d.id, uuidv7()), s.id, ${url}, ${title}, ${language}, ${audience},
      ${websiteIds}::uuid[], ${document ? 1 : 0}::int * greatest(1, coalesce(d.version, 0) + 1)
    ${inPlaceOf} returning id
  `.execute(db);
  const [laid] = rows;
  if (!laid || passages.length === 0) return;
  await sql`
    insert into rehearsal_passages (rehearsal_id, id, document_id, place, title, headings, heading_text, text, language, embedding)
    select ${rehearsalId}::uuid, coalesce(p.id, uuidv7()), ${laid.id}::uuid, each.place, ${title}, each.headings,
      array_to_string(each.headings, ' '), each.text, ${language},
      case when p.title = ${title} and p.language = ${language} then p.embedding end
    from (
      select (value ->> 'place')::int as place, value ->> 'text' as text,
        array(select jsonb_array_elements_text(value -> 'headings')) as headings
      from jsonb_array_elements(${JSON.stringify(passages.map((passage, place) => ({ ...passage, place })))}::jsonb)
    ) as each left join lateral (
      select id, title, language, embedding from knowledge_passages
      where document_id = ${laid.id}::uuid and text = each.text and headings = each.headings order by place limit 1
    ) as p on not exists (
      select from jsonb_array_elements(${JSON.stringify(passages.map((passage, place) => ({ ...passage, place })))}::jsonb) as other
      where (other ->> 'place')::int < each.place and other ->> 'text' = each.text
    )
  `.execute(db);
}

export interface RehearsedVector {
  id: string;
  text: string;
  embedding: number[] | null;
}

/** Returns the passages of a change with their embeddings, if computed. */
export async function rehearsedVectors(db: Database, rehearsalId: string): Promise<RehearsedVector[]> {
  const { rows } = await sql<RehearsedVector>`
    select id, concat_ws(e'\n', title, nullif(heading_text, ''), text) as text, embedding from rehearsal_passages
    where rehearsal_id = ${rehearsalId}::uuid order by id
  `.execute(db);
  return rows;
}

/** Keeps what a model has made of them. */
export async function storeVectors(
  db: Database,
  rehearsalId: string,
  vectors: readonly { id: string; embedding: readonly number[] }[],
): Promise<void> {
  for (const { id, embedding } of vectors) {
    await sql`
      update rehearsal_passages set embedding = ${[...embedding]}::real[]
      where rehearsal_id = ${rehearsalId}::uuid and id = ${id}::uuid
    `.execute(db);
  }
}

/** Nothing of a change lies beside the documents any more. */
export async function clearAway(db: Database, rehearsalId: string): Promise<void> {
  await sql`delete from rehearsal_documents where rehearsal_id = ${rehearsalId}::uuid`.execute(db);
}
