/** Shows localized texts of the server in the language of the dashboard. */
import { type LocalizedText, shownValue, type Text } from '@parley/contracts/i18n/localized-text';
import { fill } from '@parley/contracts/i18n/messages';
import { locale, translated } from './language.ts';

/**
 * Returns a text of the server in the language of the dashboard; words in a language of their own as they are.
 * `english` is the server's text, for English and for keys that this dashboard doesn't know: its catalogue of the
 * server's texts is not in the first script.
 */
export function t(text: Text | null | undefined, english = ''): string {
  if (typeof text === 'string') return text;
  if (!text) return english;
  const message = translated('serverTexts')?.[text.code];
  if (message === undefined) return english || text.code;
  const values = Object.entries(text.values).map(([name, value]) => [
    name,
    typeof value === 'object' ? t(value) : shownValue(text.code, name, value, locale()),
  ]);
  return fill(message, Object.fromEntries(values), locale());
}

/** Whether a body brings it: an older server does not. */
export const isLocalizedText = (value: unknown): value is LocalizedText =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  typeof value.code === 'string' &&
  'values' in value &&
  typeof value.values === 'object' &&
  value.values !== null;
