/** The languages of the widget, and which one a page gets. */

import type { Language } from '@parley/contracts/text/languages';
import { spokenLanguages } from './locales.static.ts';

export type { Language };

const isLanguage = (code: string): code is Language => spokenLanguages.split(' ').includes(code);

const languageOf = (locale: unknown): Language | undefined => {
  const code = String(locale)
    .toLowerCase()
    .replace(/[-_].*/, '');
  return isLanguage(code) ? code : undefined;
};

/** A full locale for dates and the language of the texts. */
export interface Locale {
  tag: string;
  language: Language;
}

/**
 * The first of the wished, the page's and the browser's languages that the widget speaks; English otherwise. Dates are
 * written as the browser's own variant of it has them: a page in `en` shows 18:00 to British visitors.
 */
export function chooseLocale(wished?: unknown): Locale {
  const { languages } = navigator;
  for (const tag of [wished, document.documentElement.lang, ...languages]) {
    const language = languageOf(tag);
    if (language) return { language, tag: languages.find((each) => languageOf(each) === language) ?? language };
  }
  return { tag: 'en', language: 'en' };
}
