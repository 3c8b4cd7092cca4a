/** The short articles that the assistant and the suggestions answer from. */
import type { Article } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';
import * as articles from '@parley/db/articles/articles';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../data/audit-log.ts';

const unknownArticle = () => new Problem('not_found', say('no_such_article'));
const about = (id: string) => ({ type: 'article', id });

/** By title. */
export async function listArticles(context: Pick<Context, 'db'>): Promise<Article[]> {
  return articles.listArticles(context.db);
}

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
