/** The short articles that the assistant and the suggestions answer from. */
import type { Article } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';
import * as articles from '@parley/db/articles/articles';
import { articleSourceId } from '@parley/db/knowledge/documents';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../data/audit-log.ts';
import { indexArticle } from './index-articles.ts';
import { removeDocument } from './index-document.ts';

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
  const article = await context.db.transaction().execute(async (db) => {
    const inserted = await articles.insertArticle(db, draft);
    await indexArticle({ db }, inserted);
    return inserted;
  });
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
  const article = await context.db.transaction().execute(async (db) => {
    const updated = await articles.updateArticle(db, id, change);
    if (updated) await indexArticle({ db }, updated);
    return updated;
  });
  if (!article) throw unknownArticle();
  await recordAudit(context, caller, { action: 'article.updated', subject: about(id) });
  return article;
}

/** @throws Problem `not_found` */
export async function deleteArticle(context: Context, caller: StaffCaller, id: string): Promise<void> {
  const isDeleted = await context.db.transaction().execute(async (db) => {
    await removeDocument({ db }, { sourceId: await articleSourceId(db), externalId: id });
    return articles.deleteArticle(db, id);
  });
  if (!isDeleted) throw unknownArticle();
  await recordAudit(context, caller, { action: 'article.deleted', subject: about(id) });
}
