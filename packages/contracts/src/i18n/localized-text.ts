/** Localized texts of the server in transit, apart from the texts (`server-texts.ts`), which few carriers need. */
import * as Type from 'typebox';

/** Message key with the values of its placeholders, which may be localized texts themselves. */
export interface LocalizedText {
  code: string;
  values: Record<string, string | number | LocalizedText>;
}
export const LocalizedText = Type.Unsafe<LocalizedText>(
  Type.Object({
    code: Type.String({ examples: ['unanswered'] }),
    values: Type.Object({}, { additionalProperties: true, examples: [{ minutes: 5 }] }),
  }),
);

/** Localized text, or words in a language of their own: a model's, or an external service's. */
export const Text = Type.Union([Type.String(), LocalizedText]);
export type Text = Type.Static<typeof Text>;

/** Texts whose `language` is a code, shown as the name of the language. */
const namingLanguages: ReadonlySet<string> = new Set(['routed_language']);

/** Returns a value of a text as it is shown in a language. */
export const shownValue = (code: string, name: string, value: string | number, locale: string): string | number =>
  name === 'language' && typeof value === 'string' && namingLanguages.has(code)
    ? (new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' }).of(value) ?? value)
    : value;
