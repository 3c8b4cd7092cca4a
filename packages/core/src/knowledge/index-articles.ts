/** Has the articles found among everything else that the team knows. */
import type { Website } from '@parley/contracts/entities';
import { type PublishedText, publishedTexts } from '@parley/db/help/library';
import { changedArticles, deleteUnpublished } from '@parley/db/knowledge/articles';
import { articleSourceId } from '@parley/db/knowledge/documents';
import { listWebsites } from '@parley/db/websites/websites';
import { detectLanguage } from '../text/language.ts';
import type { Context } from '../context.ts';
import { articleUrl, siteOf } from './article-address.ts';
import { indexDocument } from './index-document.ts';

const batch = 50;

/**
 * Indexes the published texts of an article, a document for each language, and removes all others. Runs within the
 * caller's transaction, if `db` is one.
 */
export async function indexArticle({ db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>, id: string): Promise<void> {
  const [sourceId, websites, texts] = await Promise.all([
    articleSourceId(db),
    listWebsites(db),
    publishedTexts(db, id),
  ]);
  for (const text of texts) {
    const { locale, title, content, audience, websiteIds } = text;
    await indexDocument(
      { db },
      {
        sourceId,
        externalId: `${id}:${locale}`,
        url: placeOf({ publicUrl }, text, websites),
        title,
        language: detectLanguage(`${title}\n${content}`, locale),
        audience,
        websiteIds,
        markdown: content,
        translationKey: `article:${id}`,
      },
    );
  }
  await deleteUnpublished(db, sourceId, id);
}

/** Returns the public address of an article; null if it isn't public. */
function placeOf(
  context: Pick<Context, 'publicUrl'>,
  text: PublishedText,
  websites: readonly Website[],
): string | null {
  const website = siteOf(websites, text.websiteIds);
  return text.onSite && text.audience === 'public' && website ? articleUrl(context, website, text, websites) : null;
}

/**
 * Indexes articles that were written or deleted without being indexed, such as by a process that was killed in between.
 * Returns how many there were.
 */
export async function indexChangedArticles(context: Pick<Context, 'db' | 'publicUrl'>): Promise<number> {
  const { db } = context;
  const sourceId = await articleSourceId(db);
  let done = await deleteUnpublished(db, sourceId);
  for (;;) {
    const ids = await changedArticles(db, sourceId, batch);
    for (const id of ids) await indexArticle(context, id);
    done += ids.length;
    if (ids.length < batch) return done;
  }
}
