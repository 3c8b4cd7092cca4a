/** Asks for a rating by buttons below a message, and reads which one was pressed. */
import { ratingTexts } from '@parley/contracts/i18n/catalogues/ratings';
import { type Score, scores } from '@parley/contracts/ratings/limits';
import type { ExternalContext } from '../../external/services.ts';
import type { AskedByChannel } from '../customers/answers.ts';
import { callInTurn } from './send.ts';

/** Asks, and returns Telegram's id of the message. Throws as `sendText`. */
export function askRating(
  context: ExternalContext,
  address: string,
  { ratingId, question: { language, text } }: AskedByChannel,
): Promise<string> {
  const t = ratingTexts(language);
  return callInTurn(context, address, 'sendMessage', {
    text: `${text}\n1 – ${t('worst')}\n5 – ${t('best')}`,
    reply_markup: {
      inline_keyboard: [scores.map((score) => ({ text: String(score), callback_data: `rating ${ratingId} ${score}` }))],
    },
  });
}

const pressed = /^rating ([\da-f-]{36}) ([1-5])$/;

/** Returns the rating and the score of a pressed button; null for any other button. */
export function pressedRating(data: string): { ratingId: string; score: Score } | null {
  const [, ratingId = '', digit = ''] = pressed.exec(data) ?? [];
  const score = scores.find((each) => String(each) === digit);
  return score === undefined ? null : { ratingId, score };
}
