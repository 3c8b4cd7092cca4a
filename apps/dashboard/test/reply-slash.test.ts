import { expect, it } from 'vitest';
import { slashAt } from '../src/features/canned-replies/slash.ts';

it.each([
  ['/', { start: 0, typed: '' }],
  ['/ref', { start: 0, typed: 'ref' }],
  ['Hello /ref', { start: 6, typed: 'ref' }],
  ['Hello\n/ref', { start: 6, typed: 'ref' }],
  ['and/or', null],
  ['https://shop', null],
  ['/usr/bin', null],
  ['/ref und', null],
  ['Hello', null],
  ['', null],
])('at the end of %j a slash asks for %j', (text, expected) => {
  expect(slashAt(text, text.length)).toEqual(expected);
});
