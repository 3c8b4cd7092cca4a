/** The short articles that the assistant and the suggestions answer from. */
import type { Article, Website } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';
import * as articles from '@parley/db/articles/articles';
import { publicSlugs } from '@parley/db/help/library';
import { listWebsites } from '@parley/db/websites/websites';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../data/audit-log.ts';
import { articleUrl, oldestWebsite } from '../help/address.ts';

const unknownArticle = () => new Problem('not_found', say('no_such_article'));
const about = (id: string) => ({ type: 'article', id });

/** The published ones, by title, with where everybody reads them. */
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

/** The website whose help centre an article is read in, of those that it is for. */
const siteOf = (websites: readonly Website[], ids: readonly string[]): Website | undefined =>
  oldestWebsite(ids.length > 0 ? websites.filter(({ id }) => ids.includes(id)) : websites);

export async function addArticle(
  context: Context,
  caller: StaffCaller,
  { title, content }: { title: string; content: string },
): Promise<Article> {
  const draft = { title: title.trim(), content: content.trim(), createdBy: caller.user.id };
  const article = await articles.insertArticle(context.db, draft);
  await recordAudit(context, caller, { action: 'article.added', subject: about(article.id) });
  return article;
}

/** @throws Problem `not_found` */
export async function updateArticle(
  context: Context,
  caller: StaffCaller,
  id: string,
  change: { title?: string; content?: string },
): Promise<Article> {
  const article = await articles.updateArticle(context.db, id, change);
  if (!article) throw unknownArticle();
  await recordAudit(context, caller, { action: 'article.updated', subject: about(id) });
  return article;
}

/** @throws Problem `not_found` */
export async function deleteArticle(context: Context, caller: StaffCaller, id: string): Promise<void> {
  if (!(await articles.deleteArticle(context.db, id))) throw unknownArticle();
  await recordAudit(context, caller, { action: 'article.deleted', subject: about(id) });
}
