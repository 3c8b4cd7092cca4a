/** Records the assistant's answers: the sources of each sentence, the model, the cost. */
import type { MessageSource, SentenceSource } from '@parley/contracts/assistant/answers';
import { insertAiAnswer } from '@parley/db/ai/answers';
import type { ExternalContext } from '../external/services.ts';
import type { Passage } from '../knowledge/passages.ts';
import type { PassedSentence } from './grounding/answer.ts';
import type { Support } from './grounding/check.ts';
import { promptVersion } from './prompt.ts';
import type { Run } from './run.ts';

/** Links under a message. */
const mostSources = 5;
const longestQuote = 500;

/** Returns the public sources of an answer, each once, in the order of citation; undefined without any. */
export function publicSources(sentences: readonly PassedSentence<Passage>[]): MessageSource[] | undefined {
  const passages = sentences.flatMap(({ by }) => by.map(({ passage }) => passage));
  if (passages.length === 0) return undefined;
  const links = passages.flatMap(({ title, url, audience }) =>
    audience === 'public' && url !== null && /^https?:\/\//.test(url) ? [{ title, url }] : [],
  );
  return links.filter(({ url }, at) => links.findIndex((other) => other.url === url) === at).slice(0, mostSources);
}

const kept = ({ passage, from, to }: Support<Passage>): SentenceSource => ({
  passageId: passage.id,
  documentId: passage.documentId,
  version: passage.version,
  title: passage.title,
  url: passage.url,
  audience: passage.audience,
  quote: passage.text.slice(from, Math.min(to, from + longestQuote)),
});

/** Records an answer, or a suggested one. A failure here doesn't prevent the answer. */
export async function recordAnswer(
  context: ExternalContext,
  about: { conversationId: string; kind: 'reply' | 'suggestion'; seq: number },
  { answer, model, costUsd }: Run,
  sentences: readonly PassedSentence<Passage>[],
): Promise<void> {
  const { inputTokens, outputTokens } = answer;
  try {
    await insertAiAnswer(
      context.db,
      {
        ...about,
        model,
        promptVersion,
        inputTokens,
        outputTokens,
        costUsd,
        fate: about.kind === 'reply' ? 'sent' : 'open',
        judgedSeq: about.seq,
      },
      sentences.map(({ text, by }) => ({ text: text.trim(), sources: by.map(kept) })),
    );
  } catch (error) {
    context.log.error({ err: error, conversationId: about.conversationId }, 'an answer is not in the ledger');
  }
}
