/** The passage of a message that a search found, with what was looked for marked. */
import type { SearchMatch } from '@parley/contracts/entities';
import { holdsAt, type Phrase, type Token, tokensOf, unfinishedPhrase } from '@parley/contracts/filter/search-text';
import type { SearchTerms } from './search-terms.ts';

/** Characters shown, and of these before the first match. */
const shown = 160;
const lead = 40;

/** Part of a text that a search shows. */
export type Snippet = Omit<SearchMatch, 'seq'>;

/** Shows what was looked for in one text after the other; null where none of the terms is in it. */
export function snippetsOf({ wanted, unfinished }: SearchTerms): (content: string) => Snippet | null {
  const phrases: Phrase[] = wanted.map((term) => ({
    words: tokensOf(term).map(({ word }) => word),
    isUnfinished: false,
  }));
  if (unfinished !== null) phrases.push(unfinishedPhrase(unfinished));
  return (content) => snippet(content, phrases);
}

function snippet(content: string, phrases: readonly Phrase[]): Snippet | null {
  const tokens = tokensOf(content);
  const marked: [start: number, end: number][] = [];
  for (const at of tokens.keys()) {
    for (const phrase of phrases)
      if (holdsAt(tokens, at, phrase)) marked.push(rangeOf(tokens, at, phrase.words.length));
  }
  const [first] = marked;
  if (!first) return null;
  const from = tokens.find(({ start }) => start >= first[0] - lead)?.start ?? first[0];
  const start = first[0] <= lead ? 0 : from;
  const until = start + shown >= content.length ? content.length : lastEnd(tokens, first[1], start + shown);
  const before = start > 0 ? '…' : '';
  const ranges = merged(
    content,
    marked.filter(([, end]) => end <= until),
  ).map(([a, b]): [number, number] => [a - start + before.length, b - start + before.length]);
  return { text: `${before}${content.slice(start, until)}${until < content.length ? '…' : ''}`, ranges };
}

function rangeOf(tokens: readonly Token[], at: number, length: number): [start: number, end: number] {
  const [first, last] = [tokens[at], tokens[at + length - 1]];
  return [first?.start ?? 0, last?.end ?? 0];
}

/** Returns the end of the last whole word before `limit`, but at least the end of the match. */
function lastEnd(tokens: readonly Token[], atLeast: number, limit: number): number {
  return Math.max(atLeast, tokens.findLast(({ end }) => end <= limit)?.end ?? 0);
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
