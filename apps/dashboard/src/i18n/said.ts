/** What the server has said, in the language of the dashboard where its code is known, else in the server's English. */
import type { Text } from '@parley/contracts/said';
import { inEnglish, type Said, type Saying } from '@parley/contracts/sayings';
import { filled } from './catalogue.ts';
import { translated } from './language.ts';

export function inWords(said: Said | null | undefined, english: string): string {
  const message = said ? translated('sayings')?.[said.code] : undefined;
  return message === undefined ? english : filled(message, valuesInWords(said)).join('');
}

/** Where a name stands for a sentence, that is said in the same language. */
const valuesInWords = (said: Said | null | undefined): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(said?.values ?? {}).map(([name, value]) => [
      name,
      typeof value === 'object' ? inWords(value, value.code) : value,
    ]),
  );

/** A localized text in the language of the dashboard, or other words as they are. */
export const textWords = (text: Text): string =>
  typeof text === 'string' ? text : inWords(text, inEnglish(text) ?? text.code);

/** A sentence of our own in the language of the dashboard. */
export const sayingWords = ({ english, said }: Saying): string => inWords(said, english);

/** Whether a body brings it: an older server does not. */
export const isSaid = (value: unknown): value is Said =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  typeof value.code === 'string' &&
  'values' in value &&
  typeof value.values === 'object' &&
  value.values !== null;
