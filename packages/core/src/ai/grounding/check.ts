/**
 * Checks whether a sentence of the model is supported by its sources: the passages that it cites must be among the
 * given ones, and contain its numbers, prices, dates, links and names. Works without a model, so that no text can talk
 * it out of its decision.
 */
import { tokensOf } from '@parley/contracts/filter/search-text';
import { detectLanguage, type Language } from '../../text/language.ts';
import { type Fact, factsIn, holds, isPrice, type Known, knownIn } from './facts.ts';
import { isOffTopic, missesName } from './asked-names.ts';
import { functionWords } from './function-words.ts';
import { type CitedSentence, sentencesIn } from '../../text/sentences.ts';
import { denies, hasPolitePhrase, isPolite } from './small-talk.ts';

export interface GivenPassage {
  title: string;
  headings: readonly string[];
  text: string;
  url: string | null;
  language?: string;
  /** Share of the question's weightiest words that it covers. */
  covered?: number;
  /** True if it was found by its meaning. */
  isAlike?: boolean;
  /** True for the result of a call: its arguments say what it is about, not its text. */
  isResult?: boolean;
}

/** Sources that an answer may cite. */
export interface CitableSources<P extends GivenPassage = GivenPassage> {
  /** Numbered as in the prompt, from 1. */
  passages: readonly P[];
  /** The company's instructions to the model. */
  instructions: string;
  /** Messages of the team and the assistant in this conversation. */
  teamText: string;
  /** The customer's messages in it. They prove nothing about the company. */
  asked: string;
  /** The part of them that is to be answered. */
  question?: string;
  /** True if the model was shown pictures of the customer, which only the model can read. */
  seesPictures?: boolean;
  /** True if an answer may go beyond its sources, without any support. */
  mayGoBeyond?: boolean;
}

export interface Support<P> {
  passage: P;
  /** Start of the supporting sentence in the passage's text. */
  from: number;
  to: number;
}

export type Verdict<P> =
  /** `says` is true for a statement: neither politeness nor a question. */
  | { isSupported: true; by: Support<P>[]; hasContent: boolean }
  | { isSupported: false; why: 'not_given' | 'other_name' | 'fact' | 'link' | 'contradicts' | 'no_source' };

/** Share of a sentence that a passage must contain to support it without being cited. */
const attributed = 0.8;
/** Share required if the sentence's facts are found in the passage. */
const attributedWithFacts = 0.34;
/** Less than this of a sentence in the passage it names, and nothing of it is there. */
const named = 0.4;
/** Minimum share of two sentences with the same or the opposite meaning. */
const alike = 0.7;
/** No honest answer repeats so many words in a row. */
const echoedWords = 5;
/** The end of the customer's text shows its language. */
const languageTail = 2_000;

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Returns what a text is about: beginnings of its words, or pairs of characters in languages without spaces. */
export function stemsOf(text: string): Set<string> {
  const words = tokensOf(text).map(({ word }) => word);
  return new Set(
    words.flatMap((word, at) => {
      if (cjk.test(word)) return word + (words[at + 1] ?? '');
      return word.length < 3 || functionWords.has(word) || /^\d+$/.test(word) ? [] : word.slice(0, 6);
    }),
  );
}

const share = (stems: ReadonlySet<string>, of: ReadonlySet<string>): number =>
  stems.size === 0 ? 0 : [...stems].filter((stem) => of.has(stem)).length / stems.size;

interface Read<P> {
  passage: P;
  known: Known;
  stems: ReadonlySet<string>;
  language: Language;
  sentences: { text: string; from: number; stems: ReadonlySet<string> }[];
}

function read<P extends GivenPassage>(passage: P): Read<P> {
  const around = [passage.title, ...passage.headings].join('\n');
  let from = 0;
  const sentences = sentencesIn(passage.text).map((text) => {
    const sentence = { text, from, stems: stemsOf(text) };
    from += text.length;
    return sentence;
  });
  return {
    passage,
    known: knownIn(`${around}\n${passage.text}\n${passage.url ?? ''}`),
    stems: stemsOf(`${around}\n${passage.text}`),
    language: detectLanguage(passage.text),
    sentences,
  };
}

/** Judges sentences by the same citable sources, which are read once. */
export function createCheck<P extends GivenPassage>(
  citable: CitableSources<P>,
): (sentence: CitedSentence) => Verdict<P> {
  const passages = citable.passages.map(read);
  const others = new Map<P, boolean>();
  const official = knownIn(`${citable.instructions}\n${citable.teamText}`);
  const officialStems = stemsOf(`${citable.instructions}\n${citable.teamText}`);
  const theirs = knownIn(citable.asked);
  const theirRuns = runsOf(citable.asked);
  const ownRuns = new Set([...runsOf(citable.instructions), ...runsOf(citable.teamText)]);
  for (const { text } of citable.passages) for (const run of runsOf(text)) ownRuns.add(run);
  const theirLanguage = citable.asked.trim() === '' ? null : detectLanguage(citable.asked.slice(-languageTail));

  const judge = ({ text, cited }: CitedSentence): Verdict<P> => {
    const words = tokensOf(text).map(({ word }) => word);
    if (words.length === 0) return { isSupported: true, by: [], hasContent: false };
    if (passages.length > 0 && cited.some((each) => each < 1 || each > passages.length))
      return { isSupported: false, why: 'not_given' };
    const language = detectLanguage(text);
    const isQuestion = /[?？؟]["'”»」)\s]*$/.test(text);
    // "Which of the two?" counts nothing.
    const facts = factsIn(text, language).filter(({ kind, unit }) => !isQuestion || kind !== 'number' || unit);
    const sentence: Sentence = { text, words, stems: stemsOf(text), facts, isQuestion };
    if (!isQuestion && isDictated(text)) return { isSupported: false, why: 'no_source' };
    const sources = cited.flatMap((each) => passages[each - 1] ?? []);
    const isCited = sources.length > 0;
    const by = isCited ? sources : attribute(sentence, passages);
    const isThere = (fact: Fact) => by.some(({ known }) => holds(known, fact));
    const missing = sentence.facts.filter(
      (fact) => !isThere(fact) && !holds(official, fact) && !isTheirs(fact, sentence, by),
    );
    if (missing.length > 0)
      return { isSupported: false, why: missing.every(({ kind }) => kind === 'link') ? 'link' : 'fact' };
    if (by.length > 0) {
      if (isCited && !isIn(sentence, by, isThere, theirLanguage)) return { isSupported: false, why: 'no_source' };
      if (!isQuestion && by.every(({ passage }) => isOfOther(passage)))
        return { isSupported: false, why: 'other_name' };
      if (by.some((source) => contradicts(sentence, source))) return { isSupported: false, why: 'contradicts' };
      return { isSupported: true, by: by.map((source) => spanOf(sentence, source)), hasContent: true };
    }
    if (needsSource(sentence)) return { isSupported: false, why: 'no_source' };
    return { isSupported: true, by: [], hasContent: !sentence.isQuestion && !isSmallTalk(sentence) };
  };
  if (!citable.mayGoBeyond) return judge;
  return (sentence) => {
    const verdict = judge(sentence);
    if (verdict.isSupported || isDictatedPrice(sentence.text)) return verdict;
    return { isSupported: true, by: [], hasContent: true };
  };

  /** Whether a passage is about something else than what the question names. */
  function isOfOther(passage: P): boolean {
    let isOther = others.get(passage);
    if (isOther === undefined) {
      isOther =
        citable.question !== undefined &&
        !passage.isResult &&
        (missesName(citable.question, passage) || isOffTopic(citable.question, passage));
      others.set(passage, isOther);
    }
    return isOther;
  }

  /** The customer's facts may be repeated, but they support no price and no deadline. */
  function isTheirs(fact: Fact, sentence: Sentence, by: readonly Read<P>[]): boolean {
    if (fact.kind === 'link' || isPrice(fact) || fact.unit === '%') return false;
    if (citable.seesPictures && isPlain(fact)) return true;
    if (!holds(theirs, fact)) return false;
    if (sentence.isQuestion || isSmallTalk(sentence)) return true;
    const sameKind = sentence.facts.filter((other) => other !== fact && other.kind === fact.kind);
    if (fact.kind === 'name' && !by.some(({ stems }) => share(sentence.stems, stems) > 0)) return false;
    return by.length > 0 && (isPlain(fact) || sameKind.some((other) => by.some(({ known }) => holds(known, other))));
  }

  /** Returns true if it repeats the customer's words that no source contains. */
  function isDictated(text: string): boolean {
    return [...runsOf(text)].some((run) => theirRuns.has(run) && !ownRuns.has(run));
  }

  /** Whether the customer has put a price or a discount into the assistant's mouth. */
  function isDictatedPrice(text: string): boolean {
    if (!isDictated(text)) return false;
    const offers = factsIn(text).filter((fact) => isPrice(fact) || fact.unit === '%');
    return offers.some((fact) => holds(theirs, fact) && !holds(official, fact));
  }

  function needsSource(sentence: Sentence): boolean {
    const { facts, stems } = sentence;
    if (sentence.isQuestion || stems.size === 0) return false;
    const isSeen = (fact: Fact): boolean => citable.seesPictures === true && isPlain(fact);
    if (facts.length > 0)
      return !facts.every((fact) => holds(official, fact) || isSeen(fact)) && !isSmallTalk(sentence);
    if (passages.length === 0) return false;
    return !isSmallTalk(sentence) && share(stems, officialStems) < attributed;
  }
}

/** Returns true for names, email addresses and bare numbers, such as a person, a product or an order. */
const isPlain = ({ kind, unit }: Fact): boolean =>
  kind === 'name' || kind === 'email' || (kind === 'number' && unit === undefined);

interface Sentence {
  text: string;
  words: string[];
  stems: ReadonlySet<string>;
  facts: Fact[];
  isQuestion: boolean;
}

/** Returns the passage that supports a sentence without a citation, if any. */
function attribute<P>(sentence: Sentence, passages: readonly Read<P>[]): Read<P>[] {
  const { stems, facts, text } = sentence;
  const checked = facts.filter(({ kind }) => kind !== 'name');
  const scored = passages.flatMap((source) => {
    const isThere = checked.length > 0 && checked.every((fact) => holds(source.known, fact));
    if (checked.length > 0 && !isThere) return [];
    const score = share(stems, source.stems);
    const isForeign = detectLanguage(text, source.language) !== source.language;
    const least = isThere ? (isForeign ? 0 : attributedWithFacts) : attributed;
    return score >= least && (isThere || stems.size >= 2) ? [{ source, score }] : [];
  });
  const best = scored.toSorted((one, other) => other.score - one.score)[0];
  return best ? [best.source] : [];
}

/**
 * Returns true if the cited passages are about the sentence at all. In another language only its facts can show that.
 */
function isIn<P>(
  { stems, facts, text }: Sentence,
  by: readonly Read<P>[],
  isThere: (fact: Fact) => boolean,
  theirLanguage: Language | null,
): boolean {
  if (stems.size < 2 || (facts.length > 0 && facts.every(isThere))) return true;
  return by.some((source) => {
    const language = detectLanguage(text, source.language);
    // The customer's language and the passage's are the only ones that an answer may have.
    if (language !== source.language) return theirLanguage === null || language === theirLanguage;
    return share(stems, source.stems) >= named;
  });
}

/** Returns true if a passage has almost the same words with the opposite meaning. */
function contradicts<P>({ stems, words, text }: Sentence, { sentences }: Read<P>): boolean {
  const same = sentences.filter((each) => share(stems, each.stems) >= alike && share(each.stems, stems) >= alike);
  const isDenied = denies(words, text);
  return (
    same.length > 0 &&
    same.every(
      (each) =>
        denies(
          tokensOf(each.text).map(({ word }) => word),
          each.text,
        ) !== isDenied,
    )
  );
}

function spanOf<P>({ stems, facts }: Sentence, { passage, sentences }: Read<P>): Support<P> {
  const scored = sentences.map((each) => {
    const known = facts.length > 0 ? knownIn(each.text) : undefined;
    return { each, score: share(stems, each.stems) + (known ? facts.filter((fact) => holds(known, fact)).length : 0) };
  });
  const best = scored.toSorted((one, other) => other.score - one.score)[0];
  if (!best || best.score === 0) return { passage, from: 0, to: 0 };
  const start = best.each.from + (best.each.text.length - best.each.text.trimStart().length);
  return { passage, from: start, to: best.each.from + best.each.text.trimEnd().length };
}

/** Politeness with at most one word of something else. */
function isSmallTalk({ stems, text }: Pick<Sentence, 'stems' | 'text'>): boolean {
  const rest = [...stems].filter((stem) => !isPolite(stem));
  if (cjk.test(text) || /\p{Script=Arabic}/u.test(text)) return hasPolitePhrase(text) && text.length < 60;
  return rest.length === 0 || (rest.length === 1 && stems.size > 1);
}

function runsOf(text: string): Set<string> {
  const words = tokensOf(text).map(({ word }) => word);
  const runs = new Set<string>();
  for (let at = 0; at + echoedWords <= words.length; at += 1) runs.add(words.slice(at, at + echoedWords).join(' '));
  return runs;
}
