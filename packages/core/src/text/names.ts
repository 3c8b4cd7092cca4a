/** Finds names, codes and numbers in a question: words that are the same in every language. */
import { tokensOf } from '@parley/contracts/filter/search-text';

export interface AskedName {
  /** Folded words in their order. */
  words: readonly string[];
  /** True for a code, or a name with a number: nothing else is meant than exactly this. */
  isExact: boolean;
}

/** Letters beside digits, such as `L-2291` and `C10`, but not `2nd`. */
const code = /^(?=.*\p{L})(?=.*\p{N})(?!\p{N}+\p{L}{1,3}$)/u;
const numeral = /^\p{N}+$/u;
const mostNames = 8;

interface Word {
  text: string;
  word: string;
  start: number;
  end: number;
}

/** Returns the names in a text, each as the longest run of words that belong to it. */
export function namesIn(text: string): AskedName[] {
  const words: Word[] = tokensOf(text).map((token) => ({ ...token, text: text.slice(token.start, token.end) }));
  const names: AskedName[] = [];
  let run: Word[] = [];
  const end = (): void => {
    const name = nameOf(run, text);
    if (name && names.length < mostNames) names.push(name);
    run = [];
  };
  for (const [at, word] of words.entries()) {
    const before = run.at(-1);
    const isNext = before !== undefined && /^[ \u00a0\-–.]?$/u.test(text.slice(before.end, word.start));
    if (before && !isNext) end();
    if (isNamed(word, words[at + 1], at === 0 || startsSentence(text, word.start))) run.push(word);
    else end();
  }
  end();
  return names;
}

const startsSentence = (text: string, start: number): boolean =>
  /[.!?¿¡:\n"„«]\s*$/u.test(text.slice(Math.max(0, start - 10), start));

function isNamed({ text }: Word, next: Word | undefined, isFirst: boolean): boolean {
  if (code.test(text) || numeral.test(text)) return true;
  if (!/^\p{Lu}/u.test(text)) return false;
  return !isFirst || (next !== undefined && /^(?:\p{N}+|\p{Lu}\p{N}+)$/u.test(next.text));
}

function nameOf(run: readonly Word[], text: string): AskedName | undefined {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return undefined;
  const words = run.map(({ word }) => word);
  const written = text.slice(first.start, last.end);
  const hasNumber = run.some((word) => code.test(word.text) || numeral.test(word.text));
  // A number alone counts something, unless it is written as a version or a number of an order is.
  if (run.every((word) => numeral.test(word.text)))
    return /^\d+\.\d/.test(written) || /^\d{4,}$/.test(written) ? { words, isExact: true } : undefined;
  if (run.length === 1 && first.text.length < 2) return undefined;
  return { words, isExact: hasNumber };
}

/** Returns the places in a text, by its words, where a name begins. */
export function placesOf(name: readonly string[], words: readonly string[]): number[] {
  const [first] = name;
  return words.flatMap((word, at) =>
    word === first && name.every((each, place) => words[at + place] === each) ? [at] : [],
  );
}

/** The words of a text, folded. */
export const wordsOf = (text: string): string[] => tokensOf(text).map(({ word }) => word);
