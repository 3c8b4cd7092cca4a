/** Asks customers whether an answer helped, and reads what they say to it. No model takes part. */
import { type AnswerCheck, answerCheck, answerChecks, checkOf } from '@parley/contracts/assistant/answer-check';
import type { Message } from '@parley/contracts/entities';
import type { Language } from '../text/language.ts';
import { unanswered } from './asked.ts';
import { someCameBy } from '@parley/db/messages/read';
import type { Context } from '../context.ts';
import type { CheckedAnswer } from './grounding/answer.ts';

/** A shorter text without a source is a greeting or a question back. */
const shortestAnswer = 80;

/** Returns the choices below an answer; undefined for a text that answers nothing. */
export function checkedBy<P>(
  { text, sentences }: Pick<CheckedAnswer<P>, 'text' | 'sentences'>,
  language: Language,
): string[] | undefined {
  const asksBack = /[?？؟]\s*$/u.test(text);
  const isAnswer = sentences.some(({ by }) => by.length > 0) || text.length >= shortestAnswer;
  return isAnswer && !asksBack ? [...answerCheck(language).choices] : undefined;
}

/** Returns whether the customer wrote last in the widget: the only channel that shows the question. */
export async function writesInWidget(
  { db }: Pick<Context, 'db'>,
  conversationId: string,
  messages: readonly Message[],
): Promise<boolean> {
  const last = messages.findLast(({ senderType }) => senderType === 'customer');
  return last !== undefined && someCameBy(db, conversationId, [last.seq], 'widget');
}

export type CheckResult = { said: 'solved' | 'not_yet' | 'person'; check: AnswerCheck };

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim();

/** Returns what the customer has said to the check below the last answer, pressed or typed; null for anything else. */
export function readCheck(messages: readonly Message[]): CheckResult | null {
  const [open, ...more] = unanswered(messages);
  const asked = messages.findLast(({ senderType }) => senderType !== 'customer');
  const check = asked?.choices && checkOf(asked.choices);
  if (!open || more.length > 0 || !check || open.removedAt) return null;
  const content = plain(open.content);
  const pressed = answerChecks
    .map(({ choices }) => choices.findIndex((choice) => plain(choice) === content))
    .find((at) => at >= 0);
  const said = (['solved', 'not_yet', 'person'] as const)[pressed ?? -1];
  return said ? { said, check } : null;
}
