import { locale } from '../../../i18n/language.ts';

/** Returns the name of a language in the reader's language. */
export const languageWords = (tag: string): string =>
  new Intl.DisplayNames(locale(), { type: 'language', fallback: 'code' }).of(tag) ?? tag;
