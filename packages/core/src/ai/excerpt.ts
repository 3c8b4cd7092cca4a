/** Returns the part of a passage that answers a question: a sentence, or a row of a table with its heads. */
import { tokensOf } from '@parley/contracts/filter/search-text';
import { isOf, relatedWords } from '../knowledge/concepts.ts';
import { sentencesIn } from '../text/sentences.ts';
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
/** A number is looked for where one is asked for. */
const numberWorth = 0.5;
/** A shorter sentence is sent with the next one. */
const shortest = 40;
const longest = 600;

const asksNumber =
  /(?<!\p{L})(?:how (?:much|many|long|often|far|heavy|fast|big|soon|high)|when|what time|until|which number|wie (?:viele?|lange|oft|schwer|schnell|hoch|groß|weit|teuer)|wann|bis wann|ab (?:wann|welche[mr]?)|combien|quand|quelle? (?:heure|prix|montant|fréquence)|cu[aá]nt[oa]s?|cu[aá]ndo|qu[eé] hora|quant[oaie]|quando|a che ora|ile|ilu|kiedy|o której|jak (?:długo|szybko|często|drog)|hoeveel|hoe (?:lang|vaak|snel|zwaar)|wanneer)(?!\p{L})/iu;

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
    if (others.length === 0 && (functionWords.has(word) || (word.length < shortestWord && !/\d/.test(word)))) return [];
    return [[/\d/.test(word) ? word : word.slice(0, stemLength), ...others]];
  });
}

export const holds = (words: readonly string[], beginnings: readonly string[]): boolean =>
  beginnings.some((beginning) =>
    words.some((word) => (/\d/.test(beginning) ? word === beginning : isOf(word, beginning))),
  );

/** Returns the part of a passage that answers a question best; null if nothing of it is about the question. */
export function excerptOf(
  passage: { title: string; headings: readonly string[]; text: string },
  question: string,
  language: string,
): Excerpt | null {
  const { title, headings, text } = passage;
  const terms = askedTerms(question, language);
  const titleWords = wordsOf([title, ...headings].join(' '));
  const wantsNumber = asksNumber.test(question);
  const parts = partsOf(text, title);
  const scored = parts.map((part, at) => {
    const words = wordsOf(part.text);
    const own = terms.filter((term) => holds(words, term) && !holds(titleWords, term)).length;
    const both = terms.filter((term) => holds(words, term) && holds(titleWords, term)).length;
    const above = terms.filter((term) => holds(titleWords, term)).length;
    const hasNumber = words.some((word) => /\d/.test(word) && !titleWords.includes(word));
    const score = own + titleWorth * both + (wantsNumber && hasNumber ? numberWorth : 0);
    return { part, at, score: own + both === 0 ? 0 : score, own, share: (own + above) / Math.max(1, terms.length) };
  });
  const best = scored.toSorted((one, other) => other.score - one.score || one.at - other.at)[0];
  if (!best || best.score === 0) return null;
  const next = parts[best.at + 1];
  const isAlone = best.part.text.length < shortest && !best.part.text.includes(':') && next !== undefined;
  const shown = isAlone ? `${best.part.text} ${next.text}` : best.part.text;
  return {
    text: shown.slice(0, longest),
    from: best.part.from,
    to: isAlone ? next.to : best.part.to,
    share: best.share,
    own: best.own,
  };
}
