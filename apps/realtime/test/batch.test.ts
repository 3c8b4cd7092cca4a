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
  test('queries asked together go together, as many as one query takes, two queries at a time, in the order of asking', async () => {
    const { asked, ask } = slowQueries();
    const answers = Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(ask));
    expect(asked.map(({ questions }) => questions)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    asked[1]!.answer();
    await expect.poll(() => asked[2]?.questions).toEqual([7, 8]);
    asked[0]!.answer();
    asked[2]!.answer();
    expect(await answers).toEqual(['1!', '2!', '3!', '4!', '5!', '6!', '7!', '8!']);
  });

  test('a question alone waits for others a moment, and then goes alone', async () => {
    const { asked, ask } = slowQueries();
    const answer = ask(1);
    expect(asked).toEqual([]);
    await expect.poll(() => asked[0]?.questions).toEqual([1]);
    asked[0]!.answer();
    expect(await answer).toBe('1!');
  });

  test('a batch that fails fails those who asked in it, and nobody else', async () => {
    const { asked, ask } = slowQueries();
    const outcomes = Promise.allSettled([1, 2, 3, 4].map(ask));
    asked[0]!.fail(new Error('away'));
    await expect.poll(() => asked[1]?.questions).toEqual([4]);
    asked[1]!.answer();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
  });
});
