/** Articles as the team writes them: drafts, versions, languages, and when something of them is published. */
import type { Article } from '@parley/contracts/entities';
import type {
  ArticleCategory,
  ArticleTranslation,
  CategoryNames,
  HelpArticle,
  HelpArticleSummary,
} from '@parley/contracts/knowledge/help';
import { articlesMax } from '@parley/contracts/knowledge/limits';
import type { Language } from '@parley/contracts/text/languages';
import type { RichNode } from '@parley/contracts/text/rich-text';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Transaction } from '@parley/db/database';
import * as stored from '@parley/db/help/articles';
import * as categories from '@parley/db/help/categories';
import { publicSlugs } from '@parley/db/help/library';
import { listWebsites } from '@parley/db/websites/websites';
import { type AsSeen, changedMeanwhile, goneOr, holdAsSeen, refuseChanged } from '../as-seen.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { laterTime } from '../conversations/snooze.ts';
import { type AuditedAction, recordAudit } from '../audit/record.ts';
import { storeImage } from '../images/images.ts';
import { indexArticle } from '../knowledge/index-articles.ts';
import { articleUrl, siteOf } from '../knowledge/article-address.ts';
import { readMarkdown } from './markdown.ts';
import { refuseWithout } from '../permissions/permissions.ts';

const unknownArticle = (): Problem => new Problem('not_found', localize('no_such_article'));
const about = (id: string) => ({ type: 'article', id });

/** All of them, drafts too, newest first. */
export async function listHelpArticles({ db }: Pick<Context, 'db'>): Promise<HelpArticleSummary[]> {
  return stored.readHelpArticles(db);
}

/** Returns the published articles, by title, with their public addresses. */
export async function listPublishedArticles(context: Pick<Context, 'db' | 'publicUrl'>): Promise<Article[]> {
  const [published, slugs, websites] = await Promise.all([
    stored.listPublishedArticles(context.db),
    publicSlugs(context.db),
    listWebsites(context.db),
  ]);
  const places = new Map(slugs.map((each) => [each.id, each]));
  return published.map((article) => {
    const place = places.get(article.id);
    const website = place && siteOf(websites, place.websiteIds);
    return website ? { ...article, url: articleUrl(context, website, place, websites) } : article;
  });
}

/** @throws Problem `not_found` */
export async function readHelpArticle({ db }: Pick<Context, 'db'>, id: string): Promise<HelpArticle> {
  const [article] = await stored.readHelpArticles(db, id);
  if (!article) throw unknownArticle();
  return article;
}

interface Text {
  title: string;
  content: string;
}

/** Begins an article as a draft. @throws Problem `conflict` when there are as many as there can be */
export async function beginArticle(
  context: Context,
  caller: StaffCaller,
  { locale, ...text }: Text & { locale: Language },
): Promise<HelpArticle> {
  await refuseWithout(context, caller, 'articles.manage');
  if ((await stored.countArticles(context.db)) >= articlesMax) {
    throw new Problem('conflict', localize('too_many_articles', { max: articlesMax }));
  }
  const written = { ...text, createdBy: caller.user.id };
  return change(context, caller, async (db) => {
    const id = await stored.beginArticle(db, locale, written);
    await stored.addVersion(db, { id, locale, basedOn: 0 }, written);
    return { action: 'article.added', subject: about(id) };
  });
}

/** Sets an article's audience and category. @throws Problem `not_found`, `invalid` for an unknown category */
export async function placeArticle(
  context: Context,
  caller: StaffCaller,
  id: string,
  { locale, expected, ...placing }: AsSeen<stored.Placing & { locale?: Language }, HelpArticle>,
): Promise<HelpArticle> {
  await refuseWithout(context, caller, 'articles.manage');
  const { categoryId } = placing;
  if (categoryId && !(await categories.listCategories(context.db)).some((each) => each.id === categoryId)) {
    throw fieldProblem('invalid', 'categoryId', localize('no_such_category'));
  }
  return change(context, caller, async (db) => {
    const wanted = { ...placing, locale };
    const read = async () => (await stored.readHelpArticles(db, id))[0];
    await holdAsSeen(db, { table: 'articles', id, read, change: wanted, expected, unknown: unknownArticle });
    const isThere = Object.keys(placing).length === 0 || (await stored.placeArticle(db, id, placing));
    if (!isThere) throw unknownArticle();
    if (locale && !(await stored.moveToLanguage(db, id, locale))) {
      await readHelpArticle({ db }, id);
      throw fieldProblem('conflict', 'locale', localize('article_has_language'));
    }
    return { action: 'article.updated', subject: about(id), details: { ...placing, ...(locale && { locale }) } };
  });
}

/** Deletes an article with its languages and versions. @throws Problem `not_found` */
export async function deleteArticle(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'articles.manage');
  const deleted = await context.db.transaction().execute(async (db) => {
    const article = await stored.titleOf(db, id);
    const isDeleted = await stored.deleteArticle(db, id);
    await indexArticle({ ...context, db }, id);
    return isDeleted ? article : null;
  });
  if (!deleted) throw await goneOr(context.db, id, unknownArticle);
  const details = { name: deleted.title };
  await recordAudit(context, caller, { action: 'article.deleted', subject: about(id), details });
}

/**
 * Writes a new version in a language, as a draft.
 * @throws Problem `conflict` if another user has written one in the meantime, or another article has the slug;
 * `not_found`
 */
export async function writeTranslation(
  context: Context,
  caller: StaffCaller,
  { id, locale }: { id: string; locale: Language },
  { basedOn, slug, ...text }: Text & { basedOn: number; slug?: string },
): Promise<HelpArticle> {
  await refuseWithout(context, caller, 'articles.manage');
  return change(context, caller, async (db) => {
    if (!(await stored.addVersion(db, { id, locale, basedOn }, { ...text, createdBy: caller.user.id }))) {
      await readHelpArticle({ db }, id);
      throw await changedMeanwhile(db, id);
    }
    if (slug !== undefined && !(await stored.setSlug(db, id, locale, slug.toLowerCase()))) {
      throw fieldProblem('conflict', 'slug', localize('slug_taken'));
    }
    return { action: 'article.updated', subject: about(id), details: { locale } };
  });
}

type Decision = 'review' | 'draft' | 'publish' | 'unpublish';

/** Decision about the newest version in a language, with the values that the caller has seen. */
type Decided = AsSeen<
  { decision: Decision; at?: string },
  Pick<ArticleTranslation, 'version' | 'publishedVersion' | 'inReview' | 'publishAt'>
>;

/**
 * Applies a decision about the newest version in a language.
 *
 * @throws Problem `not_found`; `invalid` for a time in the past, or if there is nothing to publish; and as
 * `refuseChanged`, also if another version was written in the meantime
 */
export async function decideTranslation(
  context: Context,
  caller: StaffCaller,
  { id, locale }: { id: string; locale: Language },
  { decision, at, expected }: Decided,
): Promise<HelpArticle> {
  await refuseWithout(context, caller, 'articles.manage');
  const publishAt = decision === 'publish' && at !== undefined ? laterTime(at, 'at') : null;
  return change(context, caller, async (db) => {
    await stored.holdTranslation(db, id, locale);
    const [article] = await stored.readHelpArticles(db, id);
    const present = article?.translations.find((each) => each.locale === locale);
    if (!present) throw await goneOr(db, id, unknownArticle);
    const plan = { inReview: decision === 'review', publishAt };
    await refuseChanged(db, {
      id,
      present,
      change: {
        inReview: plan.inReview,
        publishAt: publishAt?.toISOString() ?? null,
        ...(decision === 'unpublish' && { publishedVersion: null }),
        ...(decision === 'publish' && !publishAt && { publishedVersion: present.version }),
      },
      expected,
    });
    if (decision === 'publish' && present.content.trim() === '')
      throw fieldProblem('invalid', 'content', localize('article_empty'));
    if (decision === 'unpublish') {
      await stored.unpublish(db, id, locale);
      return { action: 'article.unpublished', subject: about(id), details: { locale } };
    }
    if (decision === 'publish' && !publishAt) {
      await stored.publishVersion(db, id, locale);
      return { action: 'article.published', subject: about(id), details: { locale } };
    }
    await stored.planVersion(db, id, locale, plan);
    return { action: 'article.updated', subject: about(id), details: { locale, decision, ...(at && { at }) } };
  });
}

const dueAtOnce = 50;

/** Publishes the due articles, each once. Returns the number of them. */
export async function publishDue(context: Pick<Context, 'db' | 'publicUrl'>): Promise<number> {
  return context.db.transaction().execute(async (db) => {
    const due = await stored.dueTranslations(db, dueAtOnce);
    for (const { id, locale } of due) {
      await stored.publishVersion(db, id, locale);
      await indexArticle({ ...context, db }, id);
    }
    return due.length;
  });
}

/** The newest 50 in a language, newest first. */
export const listVersions = ({ db }: Pick<Context, 'db'>, id: string, locale: Language) =>
  stored.listVersions(db, id, locale);

/** Renders a text as on the page. */
export const previewArticle = (content: string): RichNode[] => readMarkdown(content);

/** Keeps a picture; answers its address. @throws Problem as `storeImage` */
export async function addPicture(context: Context, caller: StaffCaller, picture: string): Promise<string> {
  await refuseWithout(context, caller, 'articles.manage');
  return storeImage(context, picture, 'picture', caller.user.id);
}

/** Returns the categories of articles in the order that the team gave them. */
export const listCategories = ({ db }: Pick<Context, 'db'>): Promise<ArticleCategory[]> =>
  categories.listCategories(db);

/** The list of categories, which is one for all. */
const categoryList = { type: 'article_categories', id: 'article_categories' };

/** Sets the categories and their order. @throws Problem as `refuseChanged` */
export async function setCategories(
  context: Context,
  caller: StaffCaller,
  { categories: wanted, expected }: AsSeen<{ categories: WantedCategory[] }, { categories: ArticleCategory[] }>,
): Promise<ArticleCategory[]> {
  await refuseWithout(context, caller, 'articles.manage');
  return context.db.transaction().execute(async (db) => {
    await categories.lockCategories(db);
    const present = { categories: await categories.listCategories(db) };
    await refuseChanged(db, { id: categoryList.id, present, change: { categories: wanted }, expected });
    const set = await categories.setCategories(db, wanted);
    const details = { count: set.length };
    await recordAudit({ db }, caller, { action: 'article_categories.updated', subject: categoryList, details });
    return set;
  });
}

interface WantedCategory {
  id?: string;
  names: CategoryNames;
}

/** Applies a change and records it, with the article's title, in one transaction; returns the article afterwards. */
async function change(
  context: Context,
  caller: StaffCaller,
  activity: (db: Transaction) => Promise<AuditedAction & { subject: { id: string } }>,
): Promise<HelpArticle> {
  const id = await context.db.transaction().execute(async (db) => {
    const done = await activity(db);
    const { id: articleId } = done.subject;
    const name = (await stored.titleOf(db, articleId))?.title;
    await recordAudit({ db }, caller, { ...done, details: { ...done.details, name } });
    await indexArticle({ ...context, db }, articleId);
    return articleId;
  });
  return readHelpArticle(context, id);
}
