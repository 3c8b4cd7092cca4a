/** A sentence with its code, apart from the list of them: the dashboard's initial script needs the one and not the other. */
import * as Type from 'typebox';

/** A sentence by its code, beside the English: what the code's names stand for is in `values`. */
export const Said = Type.Object({
  code: Type.String({ examples: ['unanswered'] }),
  values: Type.Unsafe<Record<string, string | number>>(
    Type.Object({}, { additionalProperties: true, examples: [{ minutes: 5 }] }),
  ),
});
export type Said = Type.Static<typeof Said>;

/** A sentence of the server's. */
export interface Saying {
  readonly english: string;
  readonly said: Said;
}

/** What an error is made with: words of somebody else's, or a sentence of our own. */
export type Words = string | Saying;

/** Words that were kept apart, together again. */
export const wordsFrom = (english: string, said: Said | null | undefined): Words =>
  said ? { english, said } : english;

export const englishOf = (words: Words): string => (typeof words === 'string' ? words : words.english);
export const saidOf = (words: Words): Said | undefined => (typeof words === 'string' ? undefined : words.said);
