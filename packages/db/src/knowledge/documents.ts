/** Documents of the sources of knowledge, with their versions and passages. */
import type { Audience, SetAside } from '@parley/contracts/knowledge/knowledge';
import { sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';

export interface DocumentText {
  sourceId: string;
  externalId: string;
  url: string | null;
  title: string;
  language: string;
  audience: Audience;
  /** None for all. */
  websiteIds: readonly string[];
  markdown: string;
  translationKey?: string | null;
  datedOn?: string | null;
  setAside?: readonly SetAside[];
  /** Hash of its title, language and text; a different one makes the next version. */
  sha: string;
  passages: readonly { headings: readonly string[]; text: string }[];
}

/** Versions that are kept of a document. */
const keptVersions = 20;

/**
 * Stores a document's current text, as its next version if it differs from the last. Returns the document's id and
 * whether the text changed. Passages with unchanged text keep their ids. All or nothing is stored.
 */
export async function storeDocument(db: Database, document: DocumentText): Promise<{ id: string; changed: boolean }> {
  const store = (transaction: Transaction) => storeWithin(transaction, document);
  return db.isTransaction ? store(db as Transaction) : db.transaction().execute(store);
}

async function storeWithin(
  transaction: Transaction,
  document: DocumentText,
): Promise<{ id: string; changed: boolean }> {
  const { sourceId, externalId, url, title, language, audience, markdown, sha } = document;
  const { translationKey = null, datedOn = null, setAside = [] } = document;
  const websiteIds = [...document.websiteIds];
  // The row of a document is held until all of it is stored: of two at once, the second compares with the first.
  const before = await transaction
    .insertInto('knowledgeDocuments')
    .values({ sourceId, externalId, url, title, language, audience, websiteIds })
    .onConflict((conflict) => conflict.columns(['sourceId', 'externalId']).doUpdateSet({ externalId }))
    .returning(['id', 'sha', 'version', 'title', 'language'])
    .executeTakeFirstOrThrow();
  const changed = before.sha !== sha;
  const version = changed ? before.version + 1 : before.version;
  await transaction
    .updateTable('knowledgeDocuments')
    .set({
      url,
      title,
      language,
      audience,
      websiteIds,
      translationKey,
      datedOn,
      setAside: JSON.stringify(setAside),
      sha,
      version,
      state: 'ready',
      reason: null,
      reasonLocalized: null,
      original: null,
      isQueued: false,
      fetchedAt: sql`now()`,
      ...(changed && { changedAt: sql<Date>`now()` }),
    })
    .where('id', '=', before.id)
    .execute();
  if (!changed) return { id: before.id, changed };
  await transaction
    .insertInto('knowledgeVersions')
    .values({ documentId: before.id, version, title, markdown })
    .execute();
  await transaction
    .deleteFrom('knowledgeVersions')
    .where('documentId', '=', before.id)
    .where('version', '<=', version - keptVersions)
    .execute();
  await replacePassages(transaction, before.id, document, before.title === title && before.language === language);
  return { id: before.id, changed };
}

async function replacePassages(
  transaction: Transaction,
  documentId: string,
  { title, language, passages }: DocumentText,
  keepsEmbeddings: boolean,
): Promise<void> {
  const known = await transaction
    .selectFrom('knowledgePassages')
    .select(['id', 'headings', 'text'])
    .where('documentId', '=', documentId)
    .orderBy('place')
    .execute();
  const keyOf = (passage: { headings: readonly string[]; text: string }) =>
    JSON.stringify([passage.headings, passage.text]);
  const byKey = Map.groupBy(known, keyOf);
  const kept: { id: string; place: number }[] = [];
  const added: { place: number; headings: string[]; text: string }[] = [];
  for (const [place, passage] of passages.entries()) {
    const same = byKey.get(keyOf(passage))?.shift();
    if (same) kept.push({ id: same.id, place });
    else added.push({ place, headings: [...passage.headings], text: passage.text });
  }
  const ids = kept.map(({ id }) => id);
  await sql`
    delete from knowledge_passages where document_id = ${documentId} and id <> all(${ids}::uuid[])
  `.execute(transaction);
  await sql`
    update knowledge_passages set place = kept.place, title = ${title}, language = ${language}
      ${keepsEmbeddings ? sql`` : sql`, embedding = null, embedding_model = null, embedded_at = null`}
    from unnest(${ids}::uuid[], ${kept.map(({ place }) => place)}::int[]) as kept (id, place)
    where knowledge_passages.id = kept.id
  `.execute(transaction);
  if (added.length === 0 && keepsEmbeddings) return;
  if (added.length > 0) {
    await transaction
      .insertInto('knowledgePassages')
      .values(added.map((each) => ({ documentId, title, language, headingText: each.headings.join(' '), ...each })))
      .execute();
  }
  await addWords(transaction, documentId);
}

/**
 * Adds a document's words and stems to those suggested for misspelled words, in sorted order, so that two concurrent
 * calls can't deadlock.
 */
async function addWords(transaction: Transaction, documentId: string): Promise<void> {
  await sql`
    insert into knowledge_words (word)
    select distinct lexeme from knowledge_passages
    cross join lateral unnest(tsvector_to_array(search) || tsvector_to_array(stems)) as lexeme
    where document_id = ${documentId} and char_length(lexeme) between 4 and 40 and lexeme !~ '[0-9]'
      and not exists (select from knowledge_words where word = lexeme)
    order by lexeme
    on conflict do nothing
  `.execute(transaction);
}

/** False when unknown. */
export async function deleteDocument(db: Database, sourceId: string, externalId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('knowledgeDocuments')
    .where('sourceId', '=', sourceId)
    .where('externalId', '=', externalId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The source of what the team writes here. */
export async function articleSourceId(db: Database): Promise<string> {
  const { id } = await db
    .selectFrom('knowledgeSources')
    .select('id')
    .where('kind', '=', 'article')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the languages of all documents, that of the most first. */
export async function languagesOfKnowledge(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('knowledgeDocuments')
    .select('language')
    .where('version', '>', 0)
    .groupBy('language')
    .orderBy(sql`count(*) desc, language`)
    .execute();
  return rows.map(({ language }) => language);
}
