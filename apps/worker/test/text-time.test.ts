/** A short form of `npm run fuzz -- text`. */
import { growthOf, isTooMuch } from '@parley/e2e/fuzz/lib/growth';
import { textReaders, textShapes } from '@parley/e2e/fuzz/lib/text-readers';
import { describe, expect, test } from 'vitest';

/** Four times as many are the longest message. */
const length = 2_500;

describe('a text of any content', () => {
  test.each(textReaders)('it takes time in proportion to its length: $name', { timeout: 300_000 }, async ({ read }) => {
    const tooMuch: object[] = [];
    for (const { name, text } of textShapes) {
      const growth = await growthOf(text, read, length);
      if (isTooMuch(growth)) tooMuch.push({ name, ...growth });
    }
    expect(tooMuch).toEqual([]);
  });
});
