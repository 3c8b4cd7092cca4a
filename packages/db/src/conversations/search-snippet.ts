/** The passage of a message that a search found, with what was looked for marked. */
import type { SearchMatch } from '@parley/contracts/entities';
import type { SearchTerms } from './search-terms.ts';

/** Characters shown, and of these before the first match. */
const shown = 160;
const lead = 40;

interface Token {
  word: string;
  start: number;
  end: number;
}

/** Scripts written without spaces, cut into characters as `search_words` does. */
const character =
  '[\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff]';
const tokens = new RegExp(`${character}|(?:(?!${character})[\\p{L}\\p{M}\\p{N}])+`, 'gu');

const letters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' };

/** Lower case without accents, as `search_words` of the database makes it. */
function folded(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .normalize('NFKC')
    .replaceAll(/[øłđıßæœ]/gu, (letter) => letters[letter] ?? letter);
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(tokens)].map(({ 0: word, index }) => ({
    word: folded(word),
    start: index,
    end: index + word.length,
  }));
}

/** Null where none of the terms is in the text. */
export function snippet(content: string, { wanted, unfinished }: SearchTerms): Omit<SearchMatch, 'seq'> | null {
  const phrases = wanted.map((term) => ({ words: tokensOf(term).map(({ word }) => word), isUnfinished: false }));
  if (unfinished !== null) {
    const words = tokensOf(unfinished).map(({ word }) => word);
    // A single letter stays a word, as in `search_prefix`.
    phrases.push({ words, isUnfinished: words.join(' ').length > 1 });
  }
  const said = tokensOf(content);
  const marked = said.flatMap((_, at) =>
    phrases.filter((phrase) => holdsAt(said, at, phrase)).map(({ words }) => rangeOf(said, at, words.length)),
  );
  const [first] = marked;
  if (!first) return null;
  const from = said.find(({ start }) => start >= first[0] - lead)?.start ?? first[0];
  const start = first[0] <= lead ? 0 : from;
  const until = start + shown >= content.length ? content.length : lastEnd(said, first[1], start + shown);
  const before = start > 0 ? '…' : '';
  const ranges = merged(
    content,
    marked.filter(([, end]) => end <= until),
  ).map(([a, b]): [number, number] => [a - start + before.length, b - start + before.length]);
  return { text: `${before}${content.slice(start, until)}${until < content.length ? '…' : ''}`, ranges };
}

function holdsAt(
  said: readonly Token[],
  at: number,
  phrase: { words: readonly string[]; isUnfinished: boolean },
): boolean {
  const { words, isUnfinished } = phrase;
  return (
    words.length > 0 &&
    words.every((word, index) => {
      const spoken = said[at + index]?.word;
      return isUnfinished && index === words.length - 1 ? spoken?.startsWith(word) : spoken === word;
    })
  );
}

function rangeOf(said: readonly Token[], at: number, length: number): [start: number, end: number] {
  const [first, last] = [said[at], said[at + length - 1]];
  return [first?.start ?? 0, last?.end ?? 0];
}

/** Where the last whole word before `limit` ends, the match itself at least. */
function lastEnd(said: readonly Token[], atLeast: number, limit: number): number {
  return Math.max(atLeast, said.findLast(({ end }) => end <= limit)?.end ?? 0);
}

/** Ascending, those that touch or overlap as one. */
function merged(content: string, ranges: readonly [number, number][]): [number, number][] {
  const whole: [number, number][] = [];
  for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = whole.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else if (end <= content.length) whole.push([start, end]);
  }
  return whole;
}
