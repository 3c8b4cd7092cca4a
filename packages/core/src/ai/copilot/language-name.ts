const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** What a language is called in English, which models read best. */
export const languageName = (tag: string): string => english.of(tag) ?? tag;
