/** Words as search takes texts apart: in the database `search_words` does, here what the browser and passages need. */

export interface Token {
  word: string;
  start: number;
  end: number;
}

/** Scripts written without spaces, cut into characters as `search_words` does. */
const character =
  '[\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff]';
const tokens = new RegExp(`${character}|(?:(?!${character})[\\p{L}\\p{M}\\p{N}])+`, 'gu');

const plain = /^[a-z0-9]*$/i;
const letters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' };

/** Lower case without accents, as `search_words` of the database makes it. */
export function folded(word: string): string {
  // Most words are, and the rest is ten times the work.
  if (plain.test(word)) return word.toLowerCase();
  return word
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .normalize('NFKC')
    .replaceAll(/[øłđıßæœ]/gu, (letter) => letters[letter] ?? letter);
}

/** The words of a text, folded, with their places in it. */
export function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  for (const { 0: word, index } of text.matchAll(tokens)) {
    found.push({ word: folded(word), start: index, end: index + word.length });
  }
  return found;
}

/** Words in this order, the last one perhaps not finished. */
export interface Phrase {
  words: readonly string[];
  isUnfinished: boolean;
}

/** A phrase that may still be incomplete. A single letter stays a word, as in `search_prefix`. */
export function unfinishedPhrase(text: string): Phrase {
  const words = tokensOf(text).map(({ word }) => word);
  return { words, isUnfinished: words.join(' ').length > 1 };
}

/** Whether a phrase occurs in a text at a position. */
export function holdsAt(textTokens: readonly Token[], at: number, { words, isUnfinished }: Phrase): boolean {
  return (
    words.length > 0 &&
    words.every((word, index) => {
      const spoken = textTokens[at + index]?.word;
      return isUnfinished && index === words.length - 1 ? spoken?.startsWith(word) : spoken === word;
    })
  );
}

/** Finds phrases in a text, which is split into words once; a phrase without a word is in every text. */
export function phrasesIn(text: string): (phrase: Phrase) => boolean {
  let textTokens: readonly Token[] | undefined;
  return (phrase) => {
    if (phrase.words.length === 0) return true;
    textTokens ??= tokensOf(text);
    const found = textTokens;
    return found.some((_, at) => holdsAt(found, at, phrase));
  };
}

/** Whether a phrase is in a text; one without a word is in every text. */
export const holdsPhrase = (text: string, asked: string): boolean => phrasesIn(text)(unfinishedPhrase(asked));
