import { expect, test } from 'vitest';
import { smsSegments } from '../src/text/sms-segments.ts';

test.each([
  ['', 0],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  [`${'a'.repeat(69)}ő`, 1],
  [`${'a'.repeat(70)}ő`, 2],
  ['😀'.repeat(35), 1],
  ['😀'.repeat(36), 2],
])('a text is sent as so many text messages: %j', (text, count) => {
  expect(smsSegments(text)).toBe(count);
});
