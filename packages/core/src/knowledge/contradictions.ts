/** Finds passages that say the same with other numbers, of which one is newer. */
import { tokensOf } from '@parley/contracts/filter/search-text';
import { sentencesIn } from '../text/sentences.ts';

/** Part of a passage that is compared. */
export interface Comparable {
  documentId: string;
  title: string;
  text: string;
  language: string;
  /** Day of its document; null if nothing tells, as of a text that is kept current. */
  datedOn: string | null;
  /** Websites that it is for; all if none or undefined. */
  websiteIds?: readonly string[];
}

export interface Contradiction<P> {
  older: P;
  newer: P;
  olderText: string;
  newerText: string;
}

/** Share of the shorter sentence's words that the other one must have. */
const alike = 0.8;
const fewestWords = 3;
const mostSentences = 40;
const stemLength = 6;
/** A word in more sentences tells nothing. */
const mostShared = 100;
const longestText = 500;

interface Sentence<P> {
  passage: P;
  text: string;
  stems: Set<string>;
  numbers: Set<string>;
}

const date = /\b\d{1,2}\.?\s+\p{L}{3,12}\s+(?:19|20)\d{2}\b|\b(?:19|20)\d{2}(?:-\d\d-\d\d)?\b/gu;

const stemsOf = (text: string): Set<string> =>
  new Set(
    tokensOf(text)
      .map(({ word }) => word)
      .filter((word) => !/^\d/.test(word) && word.length > 2)
      .map((word) => word.slice(0, stemLength)),
  );

const numbersOf = (text: string): Set<string> =>
  new Set(text.match(/\d+(?:[.,:]\d+)*/g)?.map((number) => number.replace(/[.,]0+$/, '')));

function sentencesOf<P extends Comparable>(passage: P): Sentence<P>[] {
  return sentencesIn(passage.text)
    .flatMap((sentence) => sentence.split('\n'))
    .slice(0, mostSentences)
    .flatMap((sentence) => {
      const undated = sentence.replaceAll(date, ' ');
      const [stems, numbers] = [stemsOf(undated), numbersOf(undated)];
      if (numbers.size === 0 || stems.size < fewestWords) return [];
      return [{ passage, text: sentence.trim().slice(0, longestText), stems, numbers }];
    });
}

function differ<P>(short: Sentence<P>, long: Sentence<P>): boolean {
  const shared = [...short.stems].filter((stem) => long.stems.has(stem)).length;
  if (shared < fewestWords || shared < alike * short.stems.size) return false;
  return [...short.numbers].every((number) => !long.numbers.has(number));
}

/** Titles share a word, and none of them names another number: pages of two products are no contradiction. */
function isSameSubject(one: Comparable, other: Comparable): boolean {
  const [first, second] = [one.title, other.title].map((title) => title.replaceAll(date, ' '));
  const [ours, theirs] = [stemsOf(first ?? ''), stemsOf(second ?? '')];
  const [ourNumbers, theirNumbers] = [numbersOf(first ?? ''), numbersOf(second ?? '')];
  if (ourNumbers.size > 0 && theirNumbers.size > 0 && [...ourNumbers].every((number) => !theirNumbers.has(number)))
    return false;
  return [...ours].some((stem) => theirs.has(stem));
}

function mayContradict(one: Comparable, other: Comparable): boolean {
  if (one.documentId === other.documentId || one.language !== other.language || one.datedOn === other.datedOn)
    return false;
  const [ours = [], theirs = []] = [one.websiteIds, other.websiteIds];
  const isShared = ours.length === 0 || theirs.length === 0 || ours.some((id) => theirs.includes(id));
  return isShared && isSameSubject(one, other);
}

/**
 * Returns the pairs of two documents in one language that contradict each other, where one is known to be newer: the
 * first contradiction of each pair of passages. Sentences are compared that share one of their rarest words.
 */
export function contradictionsOf<P extends Comparable>(passages: readonly P[]): Contradiction<P>[] {
  const sentences = passages.flatMap(sentencesOf);
  const byStem = new Map<string, Sentence<P>[]>();
  for (const sentence of sentences)
    for (const stem of sentence.stems) {
      const known = byStem.get(stem);
      if (known) known.push(sentence);
      else byStem.set(stem, [sentence]);
    }
  const found = new Map<P, Map<P, Contradiction<P>>>();
  for (const short of sentences) {
    const rarest = [...short.stems]
      .map((stem) => byStem.get(stem) ?? [])
      .toSorted((one, other) => one.length - other.length)
      // So many may be missing from a sentence that is alike.
      .slice(0, Math.floor((1 - alike) * short.stems.size + 1e-9) + 1);
    for (const long of rarest.flatMap((each) => (each.length > mostShared ? [] : each))) {
      if (long.stems.size < short.stems.size || !mayContradict(short.passage, long.passage)) continue;
      if (!differ(short, long)) continue;
      const [older, newer] = inTime(short, long);
      const known = found.get(older.passage) ?? new Map<P, Contradiction<P>>();
      found.set(older.passage, known);
      if (!known.has(newer.passage))
        known.set(newer.passage, {
          older: older.passage,
          newer: newer.passage,
          olderText: older.text,
          newerText: newer.text,
        });
    }
  }
  return [...found.values()].flatMap((each) => [...each.values()]);
}

/** The older one first. */
function inTime<P extends Comparable>(one: Sentence<P>, other: Sentence<P>): [Sentence<P>, Sentence<P>] {
  const [first, second] = [one.passage.datedOn, other.passage.datedOn];
  const isFirstNewer = first === null || (second !== null && first > second);
  return isFirstNewer ? [other, one] : [one, other];
}
