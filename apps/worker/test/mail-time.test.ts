/** A short form of `npm run fuzz -- mail`. */
import { mailShapes } from '@parley/e2e/fuzz/lib/mail-shapes';
import { isTooMuch } from '@parley/e2e/fuzz/lib/growth';
import { mailGrowthOf } from '@parley/e2e/fuzz/lib/mail-time';
import { describe, expect, test } from 'vitest';

const bytes = 8 * 1024;

describe('a mail of any content', () => {
  const kinds = Map.groupBy(mailShapes, ({ name }) => name.split(':', 1)[0] ?? '');
  test.each([...kinds])('it takes time in proportion to its size: %s', { timeout: 300_000 }, async (_kind, shapes) => {
    const tooMuch: object[] = [];
    for (const { name, mail } of shapes) {
      const growth = await mailGrowthOf(mail, bytes);
      if (isTooMuch(growth)) tooMuch.push({ name, ...growth });
    }
    expect(tooMuch).toEqual([]);
  });
});
