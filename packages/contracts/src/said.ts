/** How a sentence of the server's is carried: apart from the sentences (`sayings.ts`), which few who carry them need. */
import * as Type from 'typebox';

/** A sentence by its code, beside the English: what the code's names stand for, perhaps sentences, is in `values`. */
export interface Said {
  code: string;
  values: Record<string, string | number | Said>;
}
export const Said = Type.Unsafe<Said>(
  Type.Object({
    code: Type.String({ examples: ['unanswered'] }),
    values: Type.Object({}, { additionalProperties: true, examples: [{ minutes: 5 }] }),
  }),
);

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
