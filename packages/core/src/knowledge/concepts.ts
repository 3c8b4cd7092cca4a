/** Finds words that mean the same as one of a question: a passage may have any word of a concept, in each language. */
import { wordsOf } from '../text/names.ts';
import { concepts } from './concept-words.ts';

/** A beginning that is no longer than this is a whole word. */
export const longestWhole = 3;
/** Beginnings of each concept's words, by language. */
const beginnings = concepts.map(
  (concept) => new Map(Object.entries(concept).map(([key, words]) => [key, words.split(' ')])),
);
/** Whether a folded word is one that such a beginning stands for. */
export const isOf = (word: string, beginning: string): boolean =>
  beginning.length <= longestWhole ? word === beginning : word.startsWith(beginning);

/** Words that mean the same as one of a question, in one language. */
export interface Related {
  /** The word of the question. */
  term: string;
  /** Language of passages that have the words; null for any. */
  language: string | null;
  /** Folded words that begin like this. */
  beginnings: readonly string[];
}

/** Without a dictionary of its stems, an ending of a word is this long at most. */
const longestEnding = 2;
const inflected: ReadonlySet<string> = new Set(['pl', 'tr']);
const compounding: ReadonlySet<string> = new Set(['de', 'nl']);
const shortestStem = 6;
/** Letters of a word that may be put together of two. */
const shortestCompound = 9;

/** Returns other words that passages may have for those of a question, once for each word and language. */
export function relatedWords(question: string, language: string): Related[] {
  return [...new Set(wordsOf(question))].flatMap((term) => {
    const related = new Map<string, string[]>();
    const add = (of: string, words: readonly string[]): unknown =>
      related.set(of, [...(related.get(of) ?? []), ...words]);
    for (const concept of beginnings)
      if (isMeant(term, concept.get(language) ?? [], language)) concept.forEach((words, of) => add(of, words));
    const isInflected =
      (inflected.has(language) && term.length >= shortestStem) ||
      (compounding.has(language) && term.length > shortestStem);
    if (isInflected) add(language, [term.slice(0, Math.max(5, term.length - longestEnding))]);
    return [...related].map(([of, words]) => ({ term, language: of, beginnings: words }));
  });
}

/** Returns true if a word of a question begins like one of a concept, or contains it where words are put together. */
function isMeant(term: string, words: readonly string[], language: string): boolean {
  const isPut = compounding.has(language) && term.length >= shortestCompound;
  return words.some(
    (beginning) => isOf(term, beginning) || (isPut && beginning.length > longestWhole && term.includes(beginning)),
  );
}
