/** Answers from an article's own sentences, where no model is set up. */
import { messageMaxLength } from '@parley/contracts/messages/limits';
import type { Context } from '../context.ts';
import { inTime, readingMs } from '../processes/limited-time.ts';
import type { Passage } from '../knowledge/passages.ts';
import type { ReplyQuestion } from './compose-reply.ts';
import { openQuestion, unanswered } from './asked.ts';
import { relevantExcerpt } from './excerpt.ts';
import { givenPassages } from './given-passages.ts';
import type { PassedSentence } from './grounding/answer.ts';

/**
 * Returns the part of the passage that covers the question best, as a sentence with its source; null if none covers
 * enough of it.
 */
export async function extractAnswer(
  context: Pick<Context, 'db'>,
  { state, messages }: Pick<ReplyQuestion, 'state' | 'messages'>,
): Promise<PassedSentence<Passage> | null> {
  const question = openQuestion(messages);
  const before = messages.slice(0, messages.length - unanswered(messages).length);
  const [passage] = await givenPassages(context, { state, question, before, limit: 1 });
  if (!passage) return null;
  const whole = passage.text.slice(0, messageMaxLength);
  const text = inTime(readingMs, () => relevantExcerpt(passage.text, question, messageMaxLength), whole);
  const from = Math.max(0, passage.text.indexOf(text));
  return { text, by: [{ passage, from, to: from + text.length }] };
}
