import type { Article } from '@parley/contracts/entities';
import type { Language } from '@parley/contracts/languages';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { ArticlesTable } from '../tables/help.ts';

const columns = ['id', 'title', 'content', 'createdAt', 'updatedAt'] as const;

function toArticle(row: Pick<Selectable<ArticlesTable>, (typeof columns)[number]>): Article {
  const { id, title, content } = row;
  return { id, title, content, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}

/** The published ones, by title. */
export async function listArticles(db: Database): Promise<Article[]> {
  const rows = await db.selectFrom('articles').select(columns).where('isActive', '=', true).orderBy('title').execute();
  return rows.map(toArticle);
}

/** Published or not. */
export async function findArticle(db: Database, id: string): Promise<Article | undefined> {
  const row = await db.selectFrom('articles').select(columns).where('id', '=', id).executeTakeFirst();
  return row && toArticle(row);
}

export async function insertArticle(
  db: Database,
  article: { title: string; content: string; createdBy: string | null; locale?: Language },
): Promise<Article> {
  return toArticle(await db.insertInto('articles').values(article).returning(columns).executeTakeFirstOrThrow());
}

/** Undefined when unknown. */
export async function updateArticle(
  db: Database,
  id: string,
  change: { title?: string; content?: string },
): Promise<Article | undefined> {
  const row = await db
    .updateTable('articles')
    .set({ ...change, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row && toArticle(row);
}

/** False when unknown. */
export async function deleteArticle(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('articles').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
