/** Compares two answers to one question. Rewordings are no difference. */
import { folded, tokensOf } from '@parley/contracts/filter/search-text';
import type { AnswerDifference, RehearsedAnswer, TestExpectation } from '@parley/contracts/assistant/rehearsals';
import { stemsOf } from '../grounding/check.ts';
import { type Fact, factsIn, holds, knownIn } from '../grounding/facts.ts';
import { sentencesIn } from '../../text/sentences.ts';
import { denies } from '../grounding/small-talk.ts';
import { corrects } from '../judge.ts';
import { detectLanguage, type Language } from '../../text/language.ts';

/** Two sentences that share so much are about the same. */
const sameMatter = 0.6;

type Compared = Pick<RehearsedAnswer, 'kind' | 'text' | 'sentences' | 'dropped'>;

export interface Around {
  /** The customer's question. Parts of it that an answer repeats are not compared. */
  asked: string;
  /** Real answer of a representative; null if there was none. */
  pastReply: string | null;
}

/** Returns true if the representative's answer corrects a sentence of this one. */
export const contradicts = ({ kind, text }: Compared, pastReply: string | null): boolean =>
  pastReply !== null && kind === 'answer' && sentencesIn(text).some((sentence) => corrects(pastReply, sentence));

/** In which way `candidate` is another answer than `published`. */
export function differencesBetween(
  published: Compared,
  candidate: Compared,
  { asked, pastReply }: Around,
): AnswerDifference[] {
  const found: AnswerDifference[] = [];
  const [contradicted, contradicting] = [contradicts(published, pastReply), contradicts(candidate, pastReply)];
  if (contradicting && !contradicted) found.push('contradiction_gained');
  if (contradicted && !contradicting) found.push('contradiction_lost');
  if (published.kind !== candidate.kind) {
    found.unshift(candidate.kind === 'hand_off' ? 'hand_off_gained' : 'hand_off_lost');
    return found;
  }
  if (candidate.kind === 'hand_off') return found;
  found.push(...differingFacts(published.text, candidate.text, asked));
  if (deniesOther(published.text, candidate.text) || deniesOther(candidate.text, published.text))
    found.push('negation');
  if (citesElsewhere(published, candidate)) found.push('sources');
  if (areInOtherLanguages(published.text, candidate.text)) found.push('language');
  if (candidate.dropped.length > 0 && published.dropped.length === 0) found.push('dropped');
  return found;
}

const kindOf = ({ kind }: Fact): AnswerDifference | null => {
  switch (kind) {
    case 'number':
      return 'numbers';
    case 'date':
    case 'time':
    case 'weekday':
      return 'dates';
    case 'link':
    case 'email':
      return 'links';
    case 'name':
      return null;
  }
};

/** Returns the kinds of facts that only one of them contains. Numbers without a unit are compared by value alone. */
function differingFacts(one: string, other: string, asked: string): AnswerDifference[] {
  const question = knownIn(asked);
  const missing = (from: string, to: string): Fact[] => {
    const known = knownIn(to);
    return factsIn(from).filter((fact) => !holds(known, fact) && !holds(question, fact));
  };
  const kinds = [...missing(one, other), ...missing(other, one)].flatMap((fact) => kindOf(fact) ?? []);
  return [...new Set(kinds)];
}

/** Returns true if one of two related sentences denies the other. */
function deniesOther(one: string, other: string): boolean {
  const read = (text: string) =>
    sentencesIn(text).map((sentence) => {
      const words = tokensOf(sentence).map(({ word }) => word);
      return { stems: stemsOf(sentence), isDenied: denies(words, sentence) };
    });
  const others = read(other);
  return read(one).some(({ stems, isDenied }) => {
    const same = others.filter((each) => isAbout(stems, each.stems));
    return same.length > 0 && same.every((each) => each.isDenied !== isDenied);
  });
}

function isAbout(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((stem) => other.has(stem)).length;
  return shared >= 2 && shared >= sameMatter * Math.min(one.size, other.size);
}

/** Addresses have no language, and fewer words than these don't reveal one. */
const fewWords = 6;

function areInOtherLanguages(one: string, other: string): boolean {
  const languageOf = (text: string): Language | null => {
    const words = text.replaceAll(/\S*[@/]\S*/g, ' ');
    // A guess that follows the hint is no detection.
    const [guessed, hinted] = [detectLanguage(words, 'en'), detectLanguage(words, 'tr')];
    const isLong = tokensOf(words).length >= fewWords;
    return guessed === hinted && isLong ? guessed : null;
  };
  const [ours, theirs] = [languageOf(one), languageOf(other)];
  return ours !== null && theirs !== null && ours !== theirs;
}

/** Returns true if only one of them cites documents, or they cite none in common. */
function citesElsewhere(one: Compared, other: Compared): boolean {
  const documents = ({ sentences }: Compared) =>
    new Set(sentences.flatMap(({ sources }) => sources.map(({ documentId }) => documentId)));
  const [ours, theirs] = [documents(one), documents(other)];
  if (ours.size === 0 || theirs.size === 0) return ours.size !== theirs.size;
  return ![...ours].some((id) => theirs.has(id));
}

/** Returns true if an answer meets a test's expectation. */
export function passes({ kind, text }: Compared, { handsOff, mustContain, mustNotContain }: TestExpectation): boolean {
  if (handsOff) return kind === 'hand_off';
  const isContained = (words: string): boolean => kind === 'answer' && contains(text, words);
  return mustContain.every(isContained) && !mustNotContain.some(isContained);
}

/** Finds a number, price, date or link in any notation, other words as they are written. */
function contains(text: string, words: string): boolean {
  const facts = factsIn(words).filter(({ kind }) => kind !== 'name');
  if (facts.length > 0) {
    const known = knownIn(text);
    return facts.every((fact) => holds(known, fact));
  }
  return folded(text).includes(folded(words).trim());
}
