/** The languages of the widget and of the dashboard, each by its own name. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  tr: 'Türkçe',
  ja: '日本語',
  zh: '中文',
  ar: 'العربية',
};
export type Language = keyof typeof languages;

export const isLanguage = (code: string): code is Language => Object.hasOwn(languages, code);

export const languageCodes: readonly Language[] = Object.keys(languages).filter(isLanguage);

/** Direction in which a language is written. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** The language of a tag such as `de-AT`; undefined when it is none of ours. */
export function languageOf(tag: string): Language | undefined {
  const code = tag.toLowerCase().replace(/[-_].*/, '');
  return isLanguage(code) ? code : undefined;
}
