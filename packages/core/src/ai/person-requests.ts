/**
 * Detects whether a customer asks for a person in plain words. Works without a model, so that it also works while the
 * model is slow, down or not set up, and so that no clever assistant can talk the customer out of it. The words are in
 * `person-words.ts`; this file contains their order and distance.
 */
import { personWords, type Sequence, spacelessWords } from './person-words.ts';

type Phrase = readonly string[];
/** By their first word; under `*` those that begin with any ending of a word. */
type Phrases = ReadonlyMap<string, readonly Phrase[]>;
/** From which word to before which. */
type Place = readonly [from: number, to: number];

/** Longer texts are stories in which a person may well be mentioned; only their beginning and end are requests. */
const longText = 600;
/** Number of words before a request in which a "not" reverses it; after it, half as many. */
const reach = 6;

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}*…]+(?:-[\p{L}\p{M}\p{N}]+)*/gu) ?? [];
const entries = (list = ''): string[] => list.split(',').map((each) => each.trim());
const phrases = (...lists: (string | undefined)[]): Phrases =>
  Map.groupBy(lists.flatMap(entries).map(wordsOf), ([first = '']) => (first.endsWith('*') ? '*' : first));
const severalWords = (list: string): string =>
  entries(list)
    .filter((each) => each.includes(' '))
    .join(',');
/** With any ending, as in "tired of talking". */
const inflected = (list: string): string => list.replaceAll(/[\p{L}*]+/gu, (word) => `${word.replace('*', '')}*`);

const languages = personWords.map(({ person, anybody, machine, talk, want, can, help, please, small, refuse, no }) => ({
  person: phrases(person),
  clearly: phrases(please, severalWords(person)),
  anyone: phrases(person, anybody),
  machine: phrases(machine),
  talk: phrases(talk),
  talking: phrases(inflected(talk)),
  want: phrases(want),
  can: phrases(can),
  help: phrases(help),
  small: phrases(small, please),
  smallOrNo: phrases(small, please, refuse, no),
  refuse: phrases(refuse),
  no: phrases(refuse, no),
}));
type Language = (typeof languages)[number];

/** Returns the end of the phrase that begins at `at`; `at` itself if it does not begin there. */
function endOf(phrase: Phrase, words: readonly string[], at: number): number {
  let end = at;
  for (const [index, part] of phrase.entries()) {
    if (part === '…') {
      const rest = phrase.slice(index + 1);
      const starts = [end, end + 1, end + 2, end + 3];
      return Math.max(at, ...starts.map((start) => endOf(rest, words, start)).filter((to, gap) => to > end + gap));
    }
    const word = words[end];
    if (word === undefined) return at;
    if (part.endsWith('*') ? !word.startsWith(part.slice(0, -1)) : word !== part) return at;
    end += 1;
  }
  return end;
}

/** Returns the end of the longest phrase that begins at `at`; `at` itself if none does. */
function longest(list: Phrases, words: readonly string[], at: number): number {
  let end = at;
  for (const first of [words[at] ?? '', '*']) {
    for (const phrase of list.get(first) ?? []) end = Math.max(end, endOf(phrase, words, at));
  }
  return end;
}

/** Whether one of the phrases begins from `from` to before `to`. */
const holds = (list: Phrases, words: readonly string[], from: number, to: number): boolean =>
  words.some((_, at) => at >= from && at < to && longest(list, words, at) > at);

/** Skips the small words from `at` on. */
function past(small: Phrases, words: readonly string[], at: number): number {
  let end = at;
  for (let next = longest(small, words, end); next > end; next = longest(small, words, end)) end = next;
  return end;
}

/** Returns true if the clause contains only these and small words, such as "a real person please". */
function isNothingBut(list: Phrases, small: Phrases, words: readonly string[]): boolean {
  let at = 0;
  let found = false;
  while (at < words.length) {
    const named = longest(list, words, at);
    const next = named > at ? named : longest(small, words, at);
    if (next === at) return false;
    found ||= named > at;
    at = next;
  }
  return found;
}

/**
 * Returns the ranges with words of both lists, in either order, with only small words between. If the first is last,
 * another word may follow the small ones: "mit Kollegen aus dem Lager sprechen".
 */
function together(first: Phrases, second: Phrases, small: Phrases, words: readonly string[]): Place[] {
  const inOrder = (one: Phrases, other: Phrases, further: number): Place[] =>
    [...words.keys()].flatMap((at) => {
      const end = longest(one, words, at);
      if (end === at) return [];
      const next = past(small, words, end);
      const starts = next > end ? [end, next, next + further] : [end];
      return starts
        .map((start) => longest(other, words, start))
        .flatMap((to, index) => (to > (starts[index] ?? to) ? [[at, to] as const] : []));
    });
  return [...inOrder(first, second, 0), ...inOrder(second, first, 1)];
}

/** Finds "I need an agent", "could a human help me": the thought has to end after the person. */
function wanted({ want, can, help, person, small }: Language, words: readonly string[]): Place[] {
  const found: Place[] = [];
  for (const at of words.keys()) {
    const asked = longest(want, words, at);
    const able = longest(can, words, at);
    for (const end of [asked, able].filter((each) => each > at)) {
      const start = past(small, words, end);
      const named = longest(person, words, start);
      if (named === start) continue;
      const isWanted = end === asked && (named === words.length || longest(small, words, named) > named);
      if (isWanted || (end === able && holds(help, words, named, named + 4))) found.push([at, named]);
    }
  }
  return found;
}

function asksIn(language: Language, words: readonly string[], isWhole: boolean): boolean {
  const { person, clearly, anyone, machine, talk, talking, small, smallOrNo, refuse, no } = language;
  const isNear = (list: Phrases, [from, to]: Place): boolean =>
    holds(list, words, from - reach, from) || holds(list, words, from, to + reach / 2);
  if (holds(machine, words, 0, words.length)) {
    if (together(talking, machine, small, words).some((place) => isNear(no, place))) return true;
    if (longest(no, words, 0) > 0 && isNothingBut(machine, smallOrNo, words)) return true;
  }
  const places = [...together(talk, anyone, small, words), ...wanted(language, words)];
  if (places.some((place) => !isNear(refuse, place))) return true;
  const isClear = isWhole || holds(clearly, words, 0, words.length);
  return isClear && isNothingBut(person, small, words);
}

/** Whether the text has the sequence, beginning at `within` at most. */
function follows([list, gap, ...rest]: Sequence, text: string, within = text.length): boolean {
  return entries(String(list)).some((entry) => {
    for (let at = text.indexOf(entry); at >= 0 && at <= within; at = text.indexOf(entry, at + 1)) {
      if (gap === undefined || follows(rest, text.slice(at + entry.length), Number(gap))) return true;
    }
    return false;
  });
}

function asksWithoutSpaces(sentence: string): boolean {
  const { other, asks, alone, refuses, wantsNoMachine } = spacelessWords;
  const has = (sequences: readonly Sequence[], text: string): boolean =>
    sequences.some((sequence) => follows(sequence, text));
  if (has(wantsNoMachine, sentence)) return true;
  const text = entries(other).reduce((rest, word) => rest.replaceAll(word, '＿'), sentence);
  if (has(refuses, text)) return false;
  return has(asks, text) || entries(alone).includes(text.replaceAll(/[。！!？?\s]/g, ''));
}

/** Returns true if the text asks for a person, in one of the languages of `person-words.ts`. */
export function asksForPerson(text: string): boolean {
  const whole = text.normalize('NFC').toLocaleLowerCase('en').replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim();
  const parts = whole.length > longText ? [whole.slice(0, longText / 2), whole.slice(-longText / 2)] : [whole];
  return parts.some((part) =>
    part.split(/(?<=[.!?。！？;])/).some((sentence) => {
      if (asksWithoutSpaces(sentence)) return true;
      const clauses = sentence
        .split(/[,:،–]/)
        .map(wordsOf)
        .filter((words) => words.length > 0);
      return clauses.some((words) => languages.some((language) => asksIn(language, words, clauses.length === 1)));
    }),
  );
}
