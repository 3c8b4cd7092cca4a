const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** Returns the English name of a language, which models read best. */
export const languageName = (tag: string): string => english.of(tag) ?? tag;
