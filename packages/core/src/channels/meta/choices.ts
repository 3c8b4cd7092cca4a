/** Ids of the buttons that customers press in Meta's apps; they come back with the press. */
import { ratingTexts } from '@parley/contracts/i18n/catalogues/ratings';
import type { MessageButton } from '@parley/contracts/messages/blocks';
import { type Score, scores } from '@parley/contracts/ratings/limits';
import type { AskedByChannel } from '../customers/answers.ts';

/** Choice of a message; its id comes back when it is chosen. */
export interface Choice {
  id: string;
  label: string;
}

/** Returns the id under which a button is pressed. */
export const pressOf = (id: string): string => `press ${id}`;

/** Returns the id of a pressed button; undefined for any other. */
export const pressedButton = (id: string): string | undefined => /^press ([\w-]{1,32})$/.exec(id)?.[1];

/** Returns the buttons that can be pressed, and the text with the others: links, and all if they can't be choices. */
export function choicesOf(
  text: string,
  buttons: readonly MessageButton[],
  { most, longestBody, longestLabel }: { most: number; longestBody: number; longestLabel?: number },
): { text: string; choices: Choice[] } {
  const links = buttons.flatMap(({ label, url }) => (url === undefined ? [] : [`${label}: ${url}`]));
  const choices = buttons.flatMap(({ id, label, url }) => (url === undefined ? [{ id: pressOf(id), label }] : []));
  const whole = [text, ...links].filter(Boolean).join('\n');
  const areShort = choices.every(({ label }) => longestLabel === undefined || label.length <= longestLabel);
  if (choices.length > 0 && whole !== '' && whole.length <= longestBody && choices.length <= most && areShort)
    return { text: whole, choices };
  return { text: [whole, ...choices.map(({ label }) => `• ${label}`)].filter(Boolean).join('\n'), choices: [] };
}

/** Returns the scores as choices, the ends with their meaning. */
export function ratingChoices({ ratingId, question: { language } }: AskedByChannel): Choice[] {
  const t = ratingTexts(language);
  const ends: Partial<Record<Score, string>> = { 1: ` – ${t('worst')}`, 5: ` – ${t('best')}` };
  return scores.map((score) => ({ id: `rating ${ratingId} ${score}`, label: `${score}${ends[score] ?? ''}` }));
}

const rated = /^rating ([\da-f-]{36}) ([1-5])$/;

/** Returns the rating and the score of a choice; undefined for any other. */
export function chosenRating(id: string): { ratingId: string; score: Score } | undefined {
  const [, ratingId = '', digit = ''] = rated.exec(id) ?? [];
  const score = scores.find((each) => String(each) === digit);
  return score === undefined ? undefined : { ratingId, score };
}
