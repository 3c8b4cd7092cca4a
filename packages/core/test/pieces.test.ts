import { describe, expect, test } from 'vitest';
import { piecesOf } from '../src/messages/pieces.ts';

const parts = (text: string, longest: number, first?: number): string[] =>
  piecesOf(text, longest, first).map(([from, to]) => text.slice(from, to));

describe('a text too long for a channel', () => {
  test('it is left whole where it fits', () => {
    expect(parts('Hello', 5)).toEqual(['Hello']);
    expect(parts('', 5)).toEqual([]);
  });

  test('it is parted at the last paragraph, line, sentence or word that fits, in this order', () => {
    expect(parts('One two. Three\n\nfour five\nsix', 20)).toEqual(['One two. Three', 'four five\nsix']);
    expect(parts('One two. Three\nfour five six', 20)).toEqual(['One two. Three', 'four five six']);
    expect(parts('One two three. Four five six', 20)).toEqual(['One two three.', 'Four five six']);
    expect(parts('One two three four five six', 20)).toEqual(['One two three four', 'five six']);
  });

  test('it leaves room in its first part for what is put above it', () => {
    expect(parts('One two three four five six', 20, 10)).toEqual(['One two', 'three four five six']);
  });

  test('it loses nothing but the space at its seams, and no part is too long, whatever is written', () => {
    const signs = ['a', ' ', '\n', '. ', '👩‍👩‍👧‍👦', 'é', '字', '!\n\n', '\u200B'];
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 300; round += 1) {
      const text = Array.from({ length: random(400) }, () => signs[random(signs.length)])
        .join('')
        .trim();
      const made = parts(text, 40, 25);
      expect(made.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
      expect(made.every((part, index) => part.length <= (index === 0 ? 25 : 40) && part.trim() !== '')).toBe(true);
      expect(made.every((part) => part.isWellFormed())).toBe(true);
    }
  });

  test('it is never parted inside a character', () => {
    const family = '👩‍👩‍👧‍👦';
    expect(parts(family.repeat(4), 25)).toEqual([family.repeat(2), family.repeat(2)]);
    // A grapheme longer than any part has to be kept whole.
    expect(parts(`👍${'\u0301'.repeat(60)}`, 40).join('')).toBe(`👍${'\u0301'.repeat(60)}`);
  });
});
