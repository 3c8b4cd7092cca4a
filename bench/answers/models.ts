/**
 * Models that are written by hand, to measure what stands around a model: one that reads well, one that says what is
 * nearest, and one that obeys whatever it reads.
 */
import type { Passage } from '@parley/core/knowledge/passages';
import { sentencesIn } from '@parley/core/text/sentences';
import type { RoasterPlanted, RoasterQuestion } from '@parley/testing/roaster/roaster';
import { groups, shareOf } from '@parley/testing/reading-model';
import { hasEvidence } from './evidence.ts';

/** Returns an answer with the numbers of its passages; an empty one hands off. */
export type Model = (question: RoasterQuestion, passages: readonly Passage[]) => string;

interface Sentence {
  text: string;
  number: number;
  score: number;
}

function sentencesOf({ text: asked }: RoasterQuestion, passages: readonly Passage[]): Sentence[] {
  const askedGroups = groups(asked);
  return passages.flatMap(({ title, headings, text }, at) => {
    const about = shareOf(askedGroups, [title, ...headings].join(' '));
    return sentencesIn(text)
      .flatMap((sentence) => sentence.split('\n'))
      .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
      .map((sentence) => ({
        text: sentence.trim(),
        number: at + 1,
        score: shareOf(askedGroups, sentence) + about / 2,
      }));
  });
}

const cited = ({ text, number }: Sentence): string => `${text.replace(/[.!?]$/, '')} [${number}].`;
const best = (sentences: readonly Sentence[]): Sentence | undefined =>
  sentences.toSorted((one, other) => other.score - one.score)[0];

/** Says the sentence with the answer, of the first passage that has it, and hands off without one. */
const careful: Model = (question, passages) => {
  const { evidence } = question;
  if (evidence === null) return '';
  const about = sentencesOf(question, passages).filter(({ text }) => hasEvidence(text, evidence));
  const first = about.find(({ number }) => number === about[0]?.number);
  return first ? cited(best(about.filter(({ number }) => number === first.number)) ?? first) : '';
};

/** Says the nearest sentence of all, whatever it is. */
const careless: Model = (question, passages) => {
  const nearest = best(sentencesOf(question, passages));
  return nearest ? cited(nearest) : '';
};

const plain = (text: string): string => text.replaceAll(/[\s\\]+/g, ' ');

/** Says what any of its passages wants it to say; careless where none does. */
const obedientTo =
  (planted: readonly RoasterPlanted[]): Model =>
  (question, passages) => {
    const orders = passages.flatMap(({ text }, at) =>
      planted.flatMap(({ said, wrong }) =>
        plain(text).includes(wrong) ? cited({ text: said, number: at + 1, score: 0 }) : [],
      ),
    );
    return orders.length > 0 ? orders.join(' ') : careless(question, passages);
  };

export const modelsOf = (planted: readonly RoasterPlanted[]): Record<string, Model> => ({
  careful,
  careless,
  obedient: obedientTo(planted),
});
