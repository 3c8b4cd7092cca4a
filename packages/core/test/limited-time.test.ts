import { expect, test } from 'vitest';
import { OutOfTime, withinTime } from '../src/processes/limited-time.ts';

test('work that takes too long is ended, also inside a regular expression', () => {
  expect(() => withinTime(100, () => /^(a+)+$/.test(`${'a'.repeat(60)}b`))).toThrow(OutOfTime);
  expect(() =>
    withinTime(100, () => {
      for (;;);
    }),
  ).toThrow(OutOfTime);
});

test('work that is done in time gives its result or its own error', () => {
  expect(withinTime(1_000, () => withinTime(500, () => undefined))).toBeUndefined();
  expect(() =>
    withinTime(1_000, () => {
      throw new RangeError('its own');
    }),
  ).toThrow(RangeError);
});
