/** Answers from an article's own sentences, where no model is set up. */
import type { Context } from '../context.ts';
import { inTime, readingMs } from '../processes/limited-time.ts';
import type { Passage } from '../knowledge/passages.ts';
import { detectLanguage } from '../text/language.ts';
import type { ReplyQuestion } from './compose-reply.ts';
import { openQuestion, unanswered } from './asked.ts';
import { type Excerpt, excerptOf } from './excerpt.ts';
import { givenPassages } from './given-passages.ts';
import { missesName } from './grounding/asked-names.ts';
import type { PassedSentence } from './grounding/answer.ts';

/** Passages of which the best part is taken. */
const looked = 3;
/** Share by which a part of a later passage must be better. */
const placeWorth = 0.2;
/** Share of a question's words that a part must have, with its titles, to be sent without a model. */
const leastShare = 0.5;
/** Share that is enough for a passage that covers the question's weightiest words so far. */
const least = { share: 0.3, covered: 0.45 };
/** In another language than the question's only names and concepts can be found. */
const foreignShare = 0.2;

/** Returns the part of the first passages that answers a question, if one is about what was asked. */
export function bestExcerpt(
  passages: readonly Passage[],
  question: string,
): { passage: Passage; excerpt: Excerpt } | null {
  const language = detectLanguage(question);
  const found = passages.slice(0, looked).flatMap((passage, at) => {
    if (missesName(question, passage)) return [];
    const excerpt = inTime(readingMs, () => excerptOf(passage, question, language), null);
    if (!excerpt) return [];
    const isForeign = passage.language !== language;
    const isEnough =
      excerpt.share >= leastShare ||
      (excerpt.share >= least.share && passage.covered >= least.covered) ||
      (isForeign && excerpt.share >= foreignShare);
    const worth = excerpt.share - at * placeWorth - (isForeign ? 1 : 0);
    return isEnough && (isForeign || excerpt.own > 0) ? [{ passage, excerpt, worth }] : [];
  });
  return found.toSorted((one, other) => other.worth - one.worth)[0] ?? null;
}

/** Returns the answer of the found passages, as a sentence with its source; null if none has one. */
export async function extractAnswer(
  context: Pick<Context, 'db'>,
  { state, messages }: Pick<ReplyQuestion, 'state' | 'messages'>,
): Promise<PassedSentence<Passage> | null> {
  const question = openQuestion(messages);
  const before = messages.slice(0, messages.length - unanswered(messages).length);
  const best = bestExcerpt(await givenPassages(context, { state, question, before, limit: looked }), question);
  if (!best) return null;
  const { passage, excerpt } = best;
  return { text: excerpt.text, by: [{ passage, from: excerpt.from, to: excerpt.to }] };
}
