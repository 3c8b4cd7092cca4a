/** Judges answers of the assistant by the messages that followed, without a model. */
import type { AnswerFate } from '@parley/contracts/assistant/answers';
import type { Message } from '@parley/contracts/entities';
import { tokensOf } from '@parley/contracts/filter/search-text';
import { judgeAnswer, type UnjudgedAnswer, unjudgedAnswers } from '@parley/db/ai/answers';
import { messagesAfter } from '@parley/db/messages/read';
import type { Context } from '../context.ts';
import { inTime, readingMs } from '../processes/limited-time.ts';
import { stemsOf } from './grounding/check.ts';
import { type Fact, factsIn, isPrice } from './grounding/facts.ts';
import { sentencesIn } from '../text/sentences.ts';
import { denies } from './grounding/small-talk.ts';

const batch = 100;
/** Maximum age of an answer that is judged, in days. */
const judgedDays = 30;
const messagesLookedAt = 30;
/** A reply that differs more from the suggestion counts as the author's own. */
const editedAtMost = 0.6;
/** A question that shares so much with the one before is the same again. */
const sameQuestion = 0.6;
/** A person's sentence that shares so much with the assistant's is about the same. */
const sameMatter = 0.5;
/** Maximum number of words compared: more don't improve the result. */
const comparedWords = 300;

/** Judges answers since the last run. Returns the number of answers. */
export async function judgeAnswers({ db }: Pick<Context, 'db'>): Promise<number> {
  const since = new Date(Date.now() - judgedDays * 24 * 3600 * 1000);
  const answers = await unjudgedAnswers(db, since, batch);
  for (const answer of answers) {
    const messages = await messagesAfter(db, answer.conversationId, Math.max(0, answer.seq - 2), messagesLookedAt);
    await judgeAnswer(db, answer.id, judge(answer, messages));
  }
  return answers.length;
}

interface Judgement {
  judgedSeq: number;
  fate: AnswerFate;
  distance: number | null;
  contradicted: number[];
}

/**
 * `messages` begin before the answer and contain the later ones. Messages that can't be read in time change nothing.
 */
export const judge = (answer: UnjudgedAnswer, messages: readonly Message[]): Judgement =>
  inTime(readingMs, () => judgementOf(answer, messages), {
    judgedSeq: messages.at(-1)?.seq ?? answer.judgedSeq,
    fate: answer.fate,
    distance: null,
    contradicted: [],
  });

function judgementOf(answer: UnjudgedAnswer, messages: readonly Message[]): Judgement {
  const after = messages.filter(({ seq, removedAt }) => seq > answer.seq && !removedAt);
  const reply = after.find(({ senderType }) => senderType === 'representative');
  const judgedSeq = messages.at(-1)?.seq ?? answer.judgedSeq;
  const answered = answer.sentences.map(({ text }) => text).join(' ');
  if (answer.kind === 'suggestion') {
    if (answer.fate !== 'open' || !reply) return { judgedSeq, fate: answer.fate, distance: null, contradicted: [] };
    const distance = distanceOf(answered, reply.content);
    const fate = distance === 0 ? 'sent' : distance <= editedAtMost ? 'edited' : 'thrown_away';
    const corrected = fate === 'edited' ? correctedIn(answer, [reply]) : [];
    return { judgedSeq, fate, distance: fate === 'edited' ? distance : null, contradicted: corrected };
  }
  const replies = after.filter(({ senderType }) => senderType === 'representative');
  const asked = messages.findLast(({ seq, senderType }) => seq < answer.seq && senderType === 'customer');
  const next = after[0];
  const isAskedAgain = asked && next?.senderType === 'customer' && isSimilar(asked.content, next.content);
  return {
    judgedSeq,
    fate: isAskedAgain ? 'asked_again' : answer.fate,
    distance: null,
    contradicted: correctedIn(answer, replies),
  };
}

const correctedIn = ({ sentences }: UnjudgedAnswer, replies: readonly Message[]): number[] =>
  sentences
    .filter(({ text, contradicted }) => !contradicted && replies.some(({ content }) => corrects(content, text)))
    .map(({ place }) => place);

/** Returns true if a reply gives another number, price, date or time for a sentence's statement. */
export function corrects(reply: string, answered: string): boolean {
  const ours = factsIn(answered).filter(isDistinctive);
  const about = stemsOf(answered);
  return sentencesIn(reply).some((sentence) => {
    const theirs = factsIn(sentence).filter(isDistinctive);
    const stems = stemsOf(sentence);
    const isSameMatter =
      about.size >= 2 && [...about].filter((stem) => stems.has(stem)).length >= sameMatter * about.size;
    return ours.some((fact) => {
      const alike = theirs.filter((other) => isAlike(fact, other));
      const others = alike.filter((other) => !isEqual(fact, other));
      // "It is 12 €, not 10 €."
      const isDenied =
        others.length > 0 &&
        others.length < alike.length &&
        denies(
          tokensOf(sentence).map(({ word }) => word),
          sentence,
        );
      return isDenied || (isSameMatter && others.length > 0 && others.length === alike.length);
    });
  });
}

const isDistinctive = ({ kind, unit }: Fact): boolean =>
  kind === 'date' || kind === 'time' || kind === 'weekday' || (kind === 'number' && unit !== undefined);
const isAlike = (one: Fact, other: Fact): boolean =>
  one.kind === other.kind && (one.unit === other.unit || (isPrice(one) && isPrice(other)));
const isEqual = (one: Fact, other: Fact): boolean =>
  one.unit === other.unit && one.keys.some((key) => other.keys.includes(key));

function isSimilar(one: string, other: string): boolean {
  const [a, b] = [stemsOf(one), stemsOf(other)];
  const shared = [...a].filter((stem) => b.has(stem)).length;
  return shared >= 2 && shared >= sameQuestion * Math.min(a.size, b.size);
}

/** Returns the changed share of the words, 0 to 1. */
export function distanceOf(one: string, other: string): number {
  const words = (text: string) =>
    tokensOf(text)
      .map(({ word }) => word)
      .slice(0, comparedWords);
  const [a, b] = [words(one), words(other)];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [index, word] of a.entries()) {
    const next = [index + 1];
    for (const [at, theirs] of b.entries()) {
      const replaced = (row[at] ?? 0) + (word === theirs ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return (row.at(-1) ?? 0) / Math.max(1, a.length, b.length);
}
