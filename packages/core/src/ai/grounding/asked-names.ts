/** Checks that a passage is about the thing that was asked about, and not about a neighbour of it. */
import { detectLanguage } from '../../text/language.ts';
import { askedTerms, holds, stemLength } from '../excerpt.ts';
import { type AskedName, namesIn, placesOf, wordsOf } from '../../text/names.ts';
import { monthNamed, regionNamed, weekdayNamed } from '../../text/calendar-words.ts';

/** Words behind a name that make another product of it. */
const variants = /^(?:\p{N}+\p{L}?|\p{L}|plus|pro|max|mini|duo|xl|xs|lite|light|ultra|air|neo|gt|se)$/u;
/** A longer message tells a story, with numbers of orders and names that no page can have. */
const longestQuestion = 16;

interface About {
  title: string;
  headings: readonly string[];
  text: string;
  language?: string;
  /** Share of the question's weightiest words that it covers, as it was found. */
  covered?: number;
  /** True if it was found by its meaning: then words prove nothing. */
  isAlike?: boolean;
}

/** A passage that covers as much is about the question. */
const coversEnough = 0.5;

/** Languages that write nouns like names. */
const capitalizing: ReadonlySet<string> = new Set(['de']);

/** Names of a question that a source must have. */
function neededNames(question: string): AskedName[] {
  if (wordsOf(question).length > longestQuestion) return [];
  const language = detectLanguage(question);
  return namesIn(question).filter(({ words, isExact }) => {
    if (isExact) return true;
    const isCalendar = words.some((word) => monthNamed(word) !== undefined || weekdayNamed(word) !== undefined);
    if (isCalendar) return false;
    return !capitalizing.has(language) || words.every((word) => regionNamed(word, language) !== undefined);
  });
}

function holdsName({ words: name, isExact }: AskedName, words: readonly string[]): boolean {
  if (!isExact) return name.every((word) => words.includes(word));
  return placesOf(name, words).some((at) => {
    const next = words[at + name.length];
    return next === undefined || !variants.test(next);
  });
}

/** Returns true if a question names something that a passage doesn't. */
export function missesName(question: string, { title, headings, text }: About): boolean {
  const names = neededNames(question);
  if (names.length === 0) return false;
  // Titles end where the text begins: a name at their end goes on in nothing.
  const parts = [title, ...headings, ...text.split(/[\n|]/)].map(wordsOf);
  const all = parts.flat();
  return names.some((name) => !(name.isExact ? parts.some((part) => holdsName(name, part)) : holdsName(name, all)));
}

/** Returns true if a passage found by words shares with a question its names alone, or nothing. */
export function isOffTopic(question: string, { title, headings, text, language, covered, isAlike }: About): boolean {
  if (covered === undefined || covered >= coversEnough || isAlike) return false;
  if (language !== detectLanguage(question) || wordsOf(question).length > longestQuestion) return false;
  const names = new Set(
    namesIn(question)
      .filter(({ isExact }) => isExact || !capitalizing.has(language))
      .flatMap(({ words }) => words.map((word) => (/\d/.test(word) ? word : word.slice(0, stemLength)))),
  );
  const terms = askedTerms(question, language).filter(([word = '']) => !names.has(word));
  const theirs = wordsOf([title, ...headings, text].join('\n'));
  return terms.length > 0 && !terms.some((term) => holds(theirs, term));
}
