import { locale } from '../../i18n/language.ts';

/** What a language is called in the reader's. */
export const languageWords = (tag: string): string =>
  new Intl.DisplayNames(locale(), { type: 'language', fallback: 'code' }).of(tag) ?? tag;
