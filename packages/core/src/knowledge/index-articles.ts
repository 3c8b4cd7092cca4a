/** Has the articles found among everything else that the team knows. */
import { articleSourceId } from '@parley/db/knowledge/documents';
import { deleteWithoutArticle, type UnindexedArticle, unindexedArticles } from '@parley/db/knowledge/articles';
import { detectLanguage } from '../ai/language.ts';
import type { Context } from '../context.ts';
import { indexDocument } from './index-document.ts';

const batch = 50;

/** Within the caller's transaction, where `db` is one. */
export async function indexArticle(
  { db }: Pick<Context, 'db'>,
  { id, title, content }: UnindexedArticle,
  sourceId?: string,
): Promise<void> {
  await indexDocument(
    { db },
    {
      sourceId: sourceId ?? (await articleSourceId(db)),
      externalId: id,
      url: null,
      title,
      language: detectLanguage(`${title}\n${content}`),
      audience: 'public',
      websiteIds: [],
      markdown: content,
    },
  );
}

/**
 * Takes over what was written past this release: articles of before the upgrade, and those that the release before has
 * written or deleted beside it. Answers how many there were.
 */
export async function indexChangedArticles({ db }: Pick<Context, 'db'>): Promise<number> {
  const sourceId = await articleSourceId(db);
  let done = await deleteWithoutArticle(db, sourceId);
  for (;;) {
    const articles = await unindexedArticles(db, sourceId, batch);
    for (const article of articles) await indexArticle({ db }, article, sourceId);
    done += articles.length;
    if (articles.length < batch) return done;
  }
}
