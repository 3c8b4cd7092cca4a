import { expect, it } from 'vitest';
import { slashAt } from '../src/ui/slash.ts';

it.each([
  ['/', { start: 0, mark: '/', typed: '' }],
  ['/ref', { start: 0, mark: '/', typed: 'ref' }],
  ['Hello /ref', { start: 6, mark: '/', typed: 'ref' }],
  ['Hello\n/ref', { start: 6, mark: '/', typed: 'ref' }],
  ['and/or', null],
  ['https://shop', null],
  ['/usr/bin', null],
  ['/ref und', null],
  ['Hello', null],
  ['', null],
])('a slash at the end of %j asks for %j', (text, expected) => {
  expect(slashAt(text, text.length)).toEqual(expected);
});

it.each([
  ['[[', { start: 0, mark: '[[', typed: '' }],
  ['See [[return pol', { start: 4, mark: '[[', typed: 'return pol' }],
  ['See [[returns]] and', null],
  ['[[one\nanother line', null],
  [`[[${'x'.repeat(61)}`, null],
  ['a [ b', null],
])('brackets at the end of %j ask for %j', (text, expected) => {
  expect(slashAt(text, text.length)).toEqual(expected);
});
