/** The short articles that the assistant and the suggestions answer from. */
import type { Article } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';
import * as articles from '@parley/db/articles/articles';
import { publicSlugs } from '@parley/db/help/library';
import { listWebsites } from '@parley/db/websites/websites';
import { detectLanguage } from '../text/language.ts';
import { type AsSeen, goneOr, holdAsSeen } from '../as-seen.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import { articleUrl, siteOf } from './article-address.ts';
import { indexArticle } from './index-articles.ts';

const unknownArticle = () => new Problem('not_found', say('no_such_article'));
const about = (id: string) => ({ type: 'article', id });

/** Returns the published articles, by title, with their public addresses. */
export async function listArticles(context: Pick<Context, 'db' | 'publicUrl'>): Promise<Article[]> {
  const [listed, slugs, websites] = await Promise.all([
    articles.listArticles(context.db),
    publicSlugs(context.db),
    listWebsites(context.db),
  ]);
  const places = new Map(slugs.map((each) => [each.id, each]));
  return listed.map((article) => {
    const place = places.get(article.id);
    const website = place && siteOf(websites, place.websiteIds);
    return website ? { ...article, url: articleUrl(context, website, place, websites) } : article;
  });
}

export async function addArticle(
  context: Context,
  caller: StaffCaller,
  { title, content }: { title: string; content: string },
): Promise<Article> {
  const text = { title: title.trim(), content: content.trim() };
  const draft = { ...text, locale: detectLanguage(`${text.title}\n${text.content}`), createdBy: caller.user.id };
  const article = await context.db.transaction().execute(async (db) => {
    const inserted = await articles.insertArticle(db, draft);
    await indexArticle({ ...context, db }, inserted.id);
    return inserted;
  });
  const details = { name: article.title };
  await recordAudit(context, caller, { action: 'article.added', subject: about(article.id), details });
  return article;
}

/** @throws Problem as `holdAsSeen` */
export async function updateArticle(
  context: Context,
  caller: StaffCaller,
  id: string,
  { expected, ...change }: AsSeen<{ title?: string; content?: string }, Article>,
): Promise<Article> {
  const article = await context.db.transaction().execute(async (db) => {
    const read = () => articles.findArticle(db, id);
    await holdAsSeen(db, { table: 'articles', id, read, change, expected, unknown: unknownArticle });
    const updated = await articles.updateArticle(db, id, change);
    await indexArticle({ ...context, db }, id);
    const details = { name: updated?.title };
    await recordAudit({ db }, caller, { action: 'article.updated', subject: about(id), details });
    return updated;
  });
  if (!article) throw unknownArticle();
  return article;
}

/** @throws Problem `not_found` */
export async function deleteArticle(context: Context, caller: StaffCaller, id: string): Promise<void> {
  const deleted = await context.db.transaction().execute(async (db) => {
    const article = await articles.findArticle(db, id);
    const isDeleted = await articles.deleteArticle(db, id);
    await indexArticle({ ...context, db }, id);
    return isDeleted ? article : undefined;
  });
  if (!deleted) throw await goneOr(context.db, id, unknownArticle);
  const details = { name: deleted.title };
  await recordAudit(context, caller, { action: 'article.deleted', subject: about(id), details });
}
