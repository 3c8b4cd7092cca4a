import { expect, it } from 'vitest';
import { sizeWords } from '../src/size-words.ts';

const plain = (bytes: number, locale: string): string => sizeWords(bytes, locale).replaceAll(/[\u00a0\u202f]/g, ' ');

it('writes sizes with the unit that fits, and bytes by their letter', () => {
  const sizes = [0, 8, 999, 1_000, 48_211, 1_234_567, 25_000_000, 3_000_000_000];
  expect(sizes.map((bytes) => plain(bytes, 'en'))).toEqual([
    '0 B',
    '8 B',
    '999 B',
    '1 kB',
    '48 kB',
    '1.2 MB',
    '25 MB',
    '3 GB',
  ]);
});

it('writes sizes as the language does', () => {
  expect([plain(8, 'de'), plain(1_234_567, 'de')]).toEqual(['8 B', '1,2 MB']);
  expect([plain(8, 'fr'), plain(48_000, 'fr')]).toEqual(['8 o', '48 ko']);
});
