/** Stores the embeddings of passages. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface PassageText {
  id: string;
  /** Title, headings and text of the passage. */
  text: string;
}

/** Passages that a model has not been asked about, the oldest first. */
export async function unembedded(db: Database, model: string, limit: number): Promise<PassageText[]> {
  const { rows } = await sql<PassageText>`
    select id, concat_ws(e'\n', title, nullif(heading_text, ''), text) as text from knowledge_passages
    where embedding_model is distinct from ${model} order by id limit ${limit}
  `.execute(db);
  return rows;
}

/** Counts the passages without a current embedding. */
export async function countUnembedded(db: Database, model: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from knowledge_passages where embedding_model is distinct from ${model}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Keeps what a model has made of some passages, unless they have changed since. */
export async function storeEmbeddings(
  db: Database,
  model: string,
  embedded: readonly { id: string; text: string; embedding: readonly number[] }[],
): Promise<void> {
  for (const { id, text, embedding } of embedded) {
    await sql`
      update knowledge_passages set embedding = ${[...embedding]}::real[], embedding_model = ${model}, embedded_at = clock_timestamp()
      where id = ${id} and concat_ws(e'\n', title, nullif(heading_text, ''), text) = ${text}
    `.execute(db);
  }
}

export interface Embedded {
  id: string;
  embedding: number[];
  embeddedAt: Date;
}

/** Returns the embeddings that a model has computed since a time, oldest first. */
export async function embeddedSince(db: Database, model: string, since: Date, limit: number): Promise<Embedded[]> {
  const { rows } = await sql<Embedded>`
    select id, embedding, embedded_at from knowledge_passages
    where embedding_model = ${model} and embedded_at > ${since} order by embedded_at, id limit ${limit}
  `.execute(db);
  return rows;
}
