/** Articles with their languages and versions, as the team writes them. */
import type { Article } from '@parley/contracts/entities';
import type { ArticleTranslation, ArticleVersion, HelpArticle } from '@parley/contracts/knowledge/help';
import type { Audience } from '@parley/contracts/knowledge/knowledge';
import type { Language } from '@parley/contracts/text/languages';
import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import { instantText } from '../instant.ts';
import type { ArticlesTable } from '../tables/help.ts';

interface Row extends Omit<HelpArticle, 'createdAt' | 'translations' | 'votes'> {
  createdAt: Date;
  helpful: number;
  not: number;
  translations: ArticleTranslation[];
}

const toArticle = ({ createdAt, helpful, not, ...row }: Row): HelpArticle => ({
  ...row,
  createdAt: createdAt.toISOString(),
  votes: { helpful, not },
});

const instant = (column: string) => sql.raw(instantText(column));

/** With the newest version in each language, its own first; all of them, newest first, or one. */
export async function readHelpArticles(db: Database, id?: string): Promise<HelpArticle[]> {
  const { rows } = await sql<Row>`
    select a.id, a.audience, a.on_site, a.website_ids, a.suggested_on, a.category_id, a.created_at,
      coalesce(votes.helpful, 0)::int as helpful, coalesce(votes.not, 0)::int as not,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'locale', t.locale, 'slug', t.slug, 'title', v.title, 'content', v.content, 'version', t.version,
          'publishedVersion', t.published_version, 'inReview', t.in_review, 'publishAt', ${instant('t.publish_at')},
          'publishedAt', ${instant('t.published_at')}, 'changedAt', ${instant('v.created_at')}
        ) order by t.locale <> a.locale, t.locale), '[]')
        from article_translations as t
        join article_versions as v on v.article_id = t.article_id and v.locale = t.locale and v.version = t.version
        where t.article_id = a.id
      ) as translations
    from articles as a left join (
      select article_id, count(*) filter (where helpful) as helpful, count(*) filter (where not helpful) as not
      from article_votes group by article_id
    ) as votes on votes.article_id = a.id
    ${id === undefined ? sql`` : sql`where a.id = ${id}`}
    order by a.id desc
  `.execute(db);
  return rows.map(toArticle);
}

/** Counts all articles, including drafts. */
export async function countArticles(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('articles')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface WrittenText {
  title: string;
  content: string;
  createdBy: string | null;
}

/** Creates an article that only the team can read; `addVersion` writes its first version. */
export async function beginArticle(db: Database, locale: Language, text: WrittenText): Promise<string> {
  const { id } = await db
    .insertInto('articles')
    .values({ ...text, locale, isActive: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Adds a version in a language, above the one that it was written from; false when that is not the newest any more, or
 * the article is unknown.
 */
export async function addVersion(
  db: Database,
  { id, locale, basedOn }: { id: string; locale: Language; basedOn: number },
  { title, content, createdBy }: WrittenText,
): Promise<boolean> {
  const version = basedOn + 1;
  const { numAffectedRows } = await (basedOn === 0
    ? sql`
        insert into article_translations (article_id, locale, slug, version)
        select id, ${locale}, article_slug(id, ${locale}, ${title}), 1 from articles where id = ${id}
        on conflict do nothing
      `
    : sql`
        update article_translations set version = ${version}, in_review = false, publish_at = null
        where article_id = ${id} and locale = ${locale} and version = ${basedOn}
      `
  ).execute(db);
  if (!numAffectedRows) return false;
  await db
    .insertInto('articleVersions')
    .values({ articleId: id, locale, version, title, content, createdBy })
    .execute();
  return true;
}

/** Gives an article another address in a language; the one before leads on. False when another article has it. */
export async function setSlug(db: Database, id: string, locale: Language, slug: string): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select exists (
      select from article_translations where locale = ${locale} and slug = ${slug} and article_id <> ${id}
      union all select from article_slugs where locale = ${locale} and slug = ${slug} and article_id <> ${id}
    ) as is_taken
  `.execute(db);
  if (rows[0]?.isTaken !== false) return false;
  await sql`
    insert into article_slugs (locale, slug, article_id)
    select locale, slug, article_id from article_translations
    where article_id = ${id} and locale = ${locale} and slug <> ${slug} and published_at is not null
    on conflict do nothing
  `.execute(db);
  await db
    .updateTable('articleTranslations')
    .set({ slug })
    .where('articleId', '=', id)
    .where('locale', '=', locale)
    .execute();
  await db.deleteFrom('articleSlugs').where('locale', '=', locale).where('slug', '=', slug).execute();
  return true;
}

/**
 * Publishes a version in a language, the newest by default. In the article's own language it becomes the article's
 * title and content. Returns false when there is none.
 */
export async function publishVersion(db: Database, id: string, locale: Language, version?: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('articleTranslations')
    .set((eb) => ({
      publishedVersion: version ?? eb.ref('version'),
      publishedAt: sql<Date>`now()`,
      inReview: false,
      publishAt: null,
    }))
    .where('articleId', '=', id)
    .where('locale', '=', locale)
    .executeTakeFirst();
  await sql`
    update articles as a set title = v.title, content = v.content, is_active = true, updated_at = now()
    from article_translations as t
    join article_versions as v on v.article_id = t.article_id and v.locale = t.locale and v.version = t.published_version
    where a.id = ${id} and t.article_id = a.id and t.locale = a.locale and t.locale = ${locale}
  `.execute(db);
  return numUpdatedRows > 0n;
}

/** Locks writing and publishing in this language until the transaction ends. */
export async function holdTranslation(transaction: Transaction, id: string, locale: Language): Promise<void> {
  await transaction
    .selectFrom('articleTranslations')
    .select('version')
    .where('articleId', '=', id)
    .where('locale', '=', locale)
    .forNoKeyUpdate()
    .execute();
}

/** Nobody outside the team reads it in this language any more. False when there is none. */
export async function unpublish(db: Database, id: string, locale: Language): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('articleTranslations')
    .set({ publishedVersion: null, inReview: false, publishAt: null })
    .where('articleId', '=', id)
    .where('locale', '=', locale)
    .executeTakeFirst();
  await db.updateTable('articles').set({ isActive: false }).where('id', '=', id).where('locale', '=', locale).execute();
  return numUpdatedRows > 0n;
}

/** Plans the review or publication of the newest version in a language. Returns false when there is none. */
export async function planVersion(
  db: Database,
  id: string,
  locale: Language,
  plan: { inReview: boolean; publishAt: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('articleTranslations')
    .set(plan)
    .where('articleId', '=', id)
    .where('locale', '=', locale)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the translations that are due to be published, locked against other workers until the transaction ends. */
export async function dueTranslations(db: Database, limit: number): Promise<{ id: string; locale: Language }[]> {
  return db
    .selectFrom('articleTranslations')
    .select(['articleId as id', 'locale'])
    .where('publishAt', '<=', sql<Date>`now()`)
    .orderBy('publishAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export interface Placing {
  audience?: Audience;
  onSite?: boolean;
  suggestedOn?: string[];
  websiteIds?: string[];
  categoryId?: string | null;
}

/** False when unknown. */
export async function placeArticle(db: Database, id: string, placing: Placing): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('articles').set(placing).where('id', '=', id).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Changes the language that an article is written in. Returns false when it already has a version in that language, or
 * is unknown.
 */
export async function moveToLanguage(db: Database, id: string, locale: Language): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update article_translations as t set locale = ${locale}, slug = article_slug(${id}, ${locale}, t.slug)
    from articles as a
    where a.id = ${id} and t.article_id = a.id and t.locale = a.locale
      and not exists (select from article_translations where article_id = ${id} and locale = ${locale})
  `.execute(db);
  if (!numAffectedRows) return false;
  await db.updateTable('articles').set({ locale }).where('id', '=', id).execute();
  return true;
}

/** The newest 50, newest first. */
export async function listVersions(db: Database, id: string, locale: Language): Promise<ArticleVersion[]> {
  const rows = await db
    .selectFrom('articleVersions')
    .leftJoin('users', 'users.id', 'articleVersions.createdBy')
    .select(['version', 'title', 'content', 'users.name as createdBy', 'articleVersions.createdAt'])
    .where('articleId', '=', id)
    .where('locale', '=', locale)
    .orderBy('version', 'desc')
    .limit(50)
    .execute();
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** An article by name; null for none, or one that was deleted. */
export async function titleOf(db: Database, id: string | null): Promise<{ id: string; title: string } | null> {
  if (id === null) return null;
  return (await db.selectFrom('articles').select(['id', 'title']).where('id', '=', id).executeTakeFirst()) ?? null;
}

const publishedColumns = ['id', 'title', 'content', 'createdAt', 'updatedAt'] as const;

function toPublished(row: Pick<Selectable<ArticlesTable>, (typeof publishedColumns)[number]>): Article {
  const { id, title, content } = row;
  return { id, title, content, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}

/** Returns the published articles, by title. */
export async function listPublishedArticles(db: Database): Promise<Article[]> {
  const rows = await db
    .selectFrom('articles')
    .select(publishedColumns)
    .where('isActive', '=', true)
    .orderBy('title')
    .execute();
  return rows.map(toPublished);
}

/** Inserts an article that is published at once, in one language. */
export async function insertArticle(
  db: Database,
  article: { title: string; content: string; createdBy: string | null; locale?: Language },
): Promise<Article> {
  return toPublished(
    await db.insertInto('articles').values(article).returning(publishedColumns).executeTakeFirstOrThrow(),
  );
}

/** Returns false if there is no such article. */
export async function deleteArticle(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('articles').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
