/** Returns the part of a passage that answers a question: a sentence, or a row of a table with its heads. */
import { tokensOf } from '@parley/contracts/filter/search-text';
import { languageOf } from '@parley/contracts/text/languages';
import { isOf, relatedWords } from '../knowledge/concepts.ts';
import { isFrequent, type Language } from '../text/language.ts';
import { namesIn, placesOf } from '../text/names.ts';
import { sentencesIn } from '../text/sentences.ts';
import { askedValue } from './asked-values.ts';
import { functionWords } from './grounding/function-words.ts';

export interface Excerpt {
  /** Plain text, as it is sent. */
  text: string;
  /** Place of it in the passage's text. */
  from: number;
  to: number;
  /** Share of the question's words in it, and in the titles above it. */
  share: number;
  /** Words of the question that are in it, and not in the titles above. */
  own: number;
  /** True if it has the kind of value that is asked for, such as an amount; null if none is asked for. */
  hasValue: boolean | null;
}

interface Part {
  text: string;
  from: number;
  to: number;
}

export const stemLength = 6;
const shortestWord = 3;
/** Worth of a word that is in a title as well, and so tells nothing of one part. */
const titleWorth = 0.25;
/** Worth of a name with a number that is asked about. */
const nameWorth = 1;
/** A shorter sentence is sent with the next one. */
const shortest = 40;
const longest = 600;

/** Markdown as plain text: links by their text, without marks. */
function plain(text: string): string {
  return text
    .replaceAll(/\[([^[\]\n]{0,500})\]\([^()\s]{0,2000}\)/g, '$1')
    .replaceAll(/(\*\*|__)(?=\S)(.{1,500}?)\1/g, '$2')
    .replaceAll(/^[ \t]{0,20}(?:[-+*>]|\d{1,3}\.|#{1,6})[ \t]+/gm, '')
    .replaceAll(/(?<![\p{L}\p{N}])_([^_\n]{1,300})_(?![\p{L}\p{N}])/gu, '$1')
    .replaceAll(/\\([\\*`[\]_#>+.-])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map(plain);
const isRow = (line: string): boolean => /^\s*\|.*\|\s*$/.test(line);
const isRule = (line: string): boolean => /^[\s|:-]+$/.test(line);

/** A row as text: its first cell, then each other one with its head, unless the table has only two columns. */
function rowText(heads: readonly string[], cells: readonly string[], title: string): string {
  const [first = '', ...others] = cells;
  const values = others.map((cell, at) => {
    const head = heads[at + 1] ?? '';
    return cells.length > 2 && head !== '' ? `${head}: ${cell}` : cell;
  });
  const row = `${first}: ${values.filter((value) => value !== '').join(', ')}`;
  return title === '' || row.includes(title) ? row : `${title} – ${row}`;
}

/** The sentences and rows of a passage. */
function partsOf(text: string, title: string): Part[] {
  const parts: Part[] = [];
  let heads: string[] | undefined;
  let at = 0;
  for (const line of text.split('\n')) {
    const from = at;
    at += line.length + 1;
    if (isRow(line)) {
      if (isRule(line)) continue;
      const cells = cellsOf(line);
      if (heads) parts.push({ text: rowText(heads, cells, title), from, to: from + line.length });
      heads ??= cells;
      continue;
    }
    if (line.trim() === '') continue;
    heads = undefined;
    let start = from;
    for (const sentence of sentencesIn(line)) {
      const shown = plain(sentence);
      // A line without an end of a sentence is a heading or a label.
      if (/[\p{L}\p{N}]/u.test(shown)) parts.push({ text: shown, from: start, to: start + sentence.trimEnd().length });
      start += sentence.length;
    }
  }
  return parts;
}

const wordsOf = (text: string): string[] => tokensOf(text).map(({ word }) => word);

/** Words of a question, each with the beginnings of words that stand for it. */
export function askedTerms(question: string, language: string): string[][] {
  const related = Map.groupBy(relatedWords(question, language), ({ term }) => term);
  return [...new Set(wordsOf(question))].flatMap((word) => {
    const others = (related.get(word) ?? []).flatMap(({ beginnings }) => beginnings);
    if (
      others.length === 0 &&
      (functionWords.has(word) || isFrequent(word, language) || (word.length < shortestWord && !/\d/.test(word)))
    )
      return [];
    return [[/\d/.test(word) ? word : word.slice(0, stemLength), ...others]];
  });
}

export const holds = (words: readonly string[], beginnings: readonly string[]): boolean =>
  beginnings.some((beginning) =>
    words.some((word) => (/\d/.test(beginning) ? word === beginning : isOf(word, beginning))),
  );

/** Returns the part of a passage that answers a question best; null if nothing of it is about the question. */
export function excerptOf(
  passage: { title: string; headings: readonly string[]; text: string; language?: string },
  question: string,
  language: Language,
): Excerpt | null {
  const { title, headings, text } = passage;
  const terms = askedTerms(question, language);
  const titleWords = wordsOf([title, ...headings].join(' '));
  const isAsked = askedValue(question);
  const names = namesIn(question).filter(({ words, isExact }) => isExact && placesOf(words, titleWords).length === 0);
  const known = new Set([...titleWords, ...wordsOf(question)]);
  const parts = partsOf(text, title);
  const scored = parts.map((part, at) => {
    const words = wordsOf(part.text);
    const own = terms.filter((term) => holds(words, term) && !holds(titleWords, term)).length;
    const both = terms.filter((term) => holds(words, term) && holds(titleWords, term)).length;
    const above = terms.filter((term) => holds(titleWords, term)).length;
    const hasValue =
      isAsked?.({ text: part.text, language: languageOf(passage.language ?? '') ?? language, known }) ?? null;
    const score =
      own + titleWorth * both + (names.some((name) => placesOf(name.words, words).length > 0) ? nameWorth : 0);
    return {
      part,
      at,
      score: own + both === 0 ? 0 : score,
      own,
      hasValue,
      share: (own + above) / Math.max(1, terms.length),
    };
  });
  const about = scored.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score);
  const best = about.find(({ hasValue }) => hasValue) ?? about[0];
  if (!best) return null;
  const next = parts[best.at + 1];
  const isAlone = best.part.text.length < shortest && !best.part.text.includes(':') && next !== undefined;
  const shown = isAlone ? `${best.part.text} ${next.text}` : best.part.text;
  return {
    text: shown.slice(0, longest),
    from: best.part.from,
    to: isAlone ? next.to : best.part.to,
    share: best.share,
    own: best.own,
    hasValue: best.hasValue,
  };
}
