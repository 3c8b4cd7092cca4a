/** Reads published articles as customers see them. */
import type { ArticleCategory } from '@parley/contracts/knowledge/help';
import type { Audience } from '@parley/contracts/knowledge/knowledge';
import type { Language } from '@parley/contracts/text/languages';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { listCategories } from './categories.ts';

export interface PublishedText {
  articleId: string;
  locale: Language;
  slug: string;
  title: string;
  content: string;
  publishedAt: Date;
  audience: Audience;
  /** True if the help centre shows it. */
  onSite: boolean;
  /** None for all of them. */
  websiteIds: string[];
  /** Paths of pages on which the widget offers it first. */
  suggestedOn: string[];
  categoryId: string | null;
}

interface Library {
  texts: PublishedText[];
  categories: ArticleCategory[];
  /** By language and former slug, the article. */
  former: Map<string, string>;
}

/** Changes with everything that the help centre shows. */
export async function helpRevision(db: Database): Promise<number> {
  const { revision } = await db.selectFrom('helpRevision').select('revision').executeTakeFirstOrThrow();
  return revision;
}

const published = sql`
  select t.article_id, t.locale, t.slug, v.title, v.content, t.published_at,
    a.audience, a.on_site, a.website_ids, a.suggested_on, a.category_id
  from article_translations as t
  join articles as a on a.id = t.article_id
  join article_versions as v on v.article_id = t.article_id and v.locale = t.locale and v.version = t.published_version
`;

/** All that is published in the help centre. */
export async function readLibrary(db: Database): Promise<Library> {
  const [{ rows: texts }, categories, former] = await Promise.all([
    sql<PublishedText>`${published} where a.on_site order by v.title`.execute(db),
    listCategories(db),
    db.selectFrom('articleSlugs').select(['locale', 'slug', 'articleId']).execute(),
  ]);
  const leads = former.map(({ locale, slug, articleId }) => [`${locale} ${slug}`, articleId] as const);
  return { texts, categories, former: new Map(leads) };
}

/** Returns the published texts of an article, in the help centre or not. */
export async function publishedTexts(db: Database, articleId: string): Promise<PublishedText[]> {
  return (await sql<PublishedText>`${published} where t.article_id = ${articleId}`.execute(db)).rows;
}

/** Returns the address of each public article of the help centre in its own language. */
export async function publicSlugs(
  db: Database,
): Promise<{ id: string; locale: Language; slug: string; websiteIds: string[] }[]> {
  return db
    .selectFrom('articles')
    .innerJoin('articleTranslations', (join) =>
      join.onRef('articleId', '=', 'articles.id').onRef('articleTranslations.locale', '=', 'articles.locale'),
    )
    .select(['articles.id', 'articles.locale', 'slug', 'websiteIds'])
    .where('onSite', '=', true)
    .where('audience', '=', 'public')
    .where('publishedVersion', 'is not', null)
    .execute();
}
