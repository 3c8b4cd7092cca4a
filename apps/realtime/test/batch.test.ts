import { describe, expect, test } from 'vitest';
import { batch } from '../src/batch.ts';

/** Queries that are answered when the test says so. */
function slowQueries() {
  const asked: { questions: readonly number[]; answer(): void; fail(error: Error): void }[] = [];
  const ask = batch({
    size: 3,
    answer: (questions: readonly number[]) =>
      new Promise<string[]>((resolve, reject) => {
        asked.push({ questions, answer: () => resolve(questions.map((each) => `${each}!`)), fail: reject });
      }),
  });
  return { asked, ask };
}

describe('batched queries', () => {
  test('the first question goes at once; what comes while two queries are under way goes together, in the order of asking', async () => {
    const { asked, ask } = slowQueries();
    const answers = Promise.all([1, 2, 3, 4, 5, 6].map(ask));
    expect(asked.map(({ questions }) => questions)).toEqual([[1], [2]]);
    asked[0]!.answer();
    await expect.poll(() => asked[2]?.questions).toEqual([3, 4, 5]);
    asked[1]!.answer();
    asked[2]!.answer();
    await expect.poll(() => asked[3]?.questions).toEqual([6]);
    asked[3]!.answer();
    expect(await answers).toEqual(['1!', '2!', '3!', '4!', '5!', '6!']);
  });

  test('a batch that fails fails those who asked in it, and nobody else', async () => {
    const { asked, ask } = slowQueries();
    const outcomes = Promise.allSettled([1, 2, 3].map(ask));
    asked[0]!.fail(new Error('away'));
    asked[1]!.answer();
    await expect.poll(() => asked[2]?.questions).toEqual([3]);
    asked[2]!.answer();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });
});
