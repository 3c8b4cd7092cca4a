import { defaultSettings } from '@parley/contracts/settings/settings';
import { expect, test } from 'vitest';
import { limitsOf } from '../../src/ai/budget.ts';

const { aiConfig } = defaultSettings;
const ceilings = {
  budget: { repliesPerMinute: 300, repliesPerDay: 0, tokensPerDay: 1_000 },
  tokensPerVisitorAndDay: 50,
};
const limits = (change: Partial<typeof aiConfig>) => limitsOf(ceilings, { ...aiConfig, ...change });

test('limits are those of the environment until administrators set some', () => {
  expect(limits({})).toEqual({ ...ceilings.budget, tokensPerVisitorAndDay: 50 });
});

test('a limit in the settings lowers what the environment allows and never raises it', () => {
  expect(limits({ tokensPerDay: 10, repliesPerMinute: 900 })).toMatchObject({
    tokensPerDay: 10,
    repliesPerMinute: 300,
  });
  expect(limits({ tokensPerVisitorAndDay: 51 }).tokensPerVisitorAndDay).toBe(50);
});

test('a limit of the settings counts when the environment sets none', () => {
  expect(limits({ repliesPerDay: 7 }).repliesPerDay).toBe(7);
});
