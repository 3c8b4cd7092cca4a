import { expect, it } from 'vitest';
import { risen } from '../src/features/inbox/row-keys.ts';

const listed = (ids: string) => ids.split('').map((id) => ({ id }));
const up = (before: string, after: string) => risen(listed(before), listed(after)).join('');

it('draws the row again that came up, rather than moving those that it passed', () => {
  expect(up('abcdef', 'fabcde')).toBe('f');
  expect(up('abcdef', 'efabcd')).toBe('fe');
});

it('moves what moves alone: by one place, down, or where others went or came', () => {
  expect(up('abcdef', 'bacdef')).toBe('');
  expect(up('abcdef', 'bcdefa')).toBe('');
  expect(up('abcdef', 'def')).toBe('');
  expect(up('abcdef', 'xabcdef')).toBe('');
  expect(up('abcdef', 'abcdef')).toBe('');
});

it('counts only rows that stay: one that comes up while others go', () => {
  expect(up('abcdef', 'fbcd')).toBe('f');
});
