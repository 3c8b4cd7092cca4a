import type { Article } from '@parley/contracts/entities';
import type { Language } from '@parley/contracts/languages';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { ArticlesTable } from '../tables/help.ts';
import { anyOf, questionTerms } from './question-terms.ts';

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

const forEverybody = sql`is_active and audience = 'public' and website_ids = '{}'`;

/**
 * The articles that share most with what was written: any word counts, the rarer among the articles the more (the
 * inverse document frequency of BM25, https://en.wikipedia.org/wiki/Okapi_BM25), in a title twice; those that say nothing
 * by themselves hardly count. A long text counts less than a short one with the same words. Only what is for everybody,
 * on every website, is among them.
 */
export async function matchingArticles(db: Database, text: string, limit: number): Promise<Article[]> {
  const { rows } = await sql<Pick<Selectable<ArticlesTable>, (typeof columns)[number]>>`
    with words as materialized (${questionTerms(text)}
    ), asked as materialized (
      select ${anyOf} as any_word, (select count(*) from articles where ${forEverybody}) as total from words
    ), hits as materialized (
      select articles.id, length(search) as size,
        words.worth * case when 'A' = any(found.weights) then 2 else 1 end as worth,
        count(*) over (partition by lexeme) as sharing
      from asked, articles cross join lateral unnest(search) as found join words using (lexeme)
      where ${forEverybody} and search @@ any_word
    ), ranked as (
      select id, sum(worth * ln(1 + (total - sharing + 0.5) / (sharing + 0.5))) / (1 + ln(size)) as rank
      from hits, asked group by id, size
    )
    select ${sql.join(columns.map((column) => sql.ref(`articles.${column}`)))}
    from ranked join articles using (id)
    order by rank desc, id limit ${limit}
  `.execute(db);
  return rows.map(toArticle);
}
