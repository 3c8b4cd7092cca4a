/** Builds the assistant's knowledge as a change would have it, stored beside the present one. */
import type { AssistantChange } from '@parley/contracts/assistant/rehearsals';
import { layBeside, rehearsedVectors, storeVectors, versionOf } from '@parley/db/ai/rehearsed-knowledge';
import type { Context } from '../../context.ts';
import type { ExternalContext } from '../../external/services.ts';
import { meaningOf } from '../../knowledge/embeddings.ts';
import type { CandidateKnowledge } from '../../knowledge/passages.ts';
import { splitMarkdown } from '../../knowledge/split.ts';
import { detectLanguage } from '../../text/language.ts';

/** Lays a change's articles beside those that are published, cut into the same passages. Within the caller's transaction. */
export async function layArticlesBeside(
  { db }: Pick<Context, 'db'>,
  rehearsalId: string,
  articles: AssistantChange['articles'] = [],
): Promise<void> {
  for (const { id, locale, version } of articles) {
    const text = version === null ? undefined : await versionOf(db, id, locale, version);
    const document = text && {
      ...text,
      externalId: `${id}:${locale}`,
      language: detectLanguage(`${text.title}\n${text.content}`, locale),
      passages: splitMarkdown(text.content),
    };
    await layBeside(db, rehearsalId, `${id}:${locale}`, document ?? null);
  }
}

/**
 * Returns the knowledge with a change; undefined if it changes none. Asks the embedding model about new texts, once.
 */
export async function candidateKnowledge(
  context: ExternalContext,
  rehearsalId: string,
  { articles = [], sources = [] }: AssistantChange,
): Promise<CandidateKnowledge | undefined> {
  if (articles.length === 0 && sources.length === 0) return undefined;
  const passages = await rehearsedVectors(context.db, rehearsalId);
  const missing = passages.filter(({ embedding }) => embedding === null);
  const made = await meaningOf(
    context,
    missing.map(({ text }) => text),
  );
  const vectors = new Map(passages.flatMap(({ id, embedding }) => (embedding ? [[id, embedding] as const] : [])));
  if (made) {
    const known = missing.map(({ id }, at) => ({ id, embedding: made[at] ?? [] }));
    await storeVectors(context.db, rehearsalId, known);
    for (const { id, embedding } of known) vectors.set(id, embedding);
  }
  return { overlay: { rehearsalId, sources }, vectors };
}
