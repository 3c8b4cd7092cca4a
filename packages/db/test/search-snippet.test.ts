import { expect, test } from 'vitest';
import { snippetsOf } from '../src/conversations/search-snippet.ts';
import { searchTerms } from '../src/conversations/search-terms.ts';

/** The passage with what is marked in brackets. */
function marked(content: string, text: string): string | null {
  const found = snippetsOf(searchTerms(text))(content);
  if (!found) return null;
  return found.ranges
    .toReversed()
    .reduce(
      (shown, [start, end]) => `${shown.slice(0, start)}[${shown.slice(start, end)}]${shown.slice(end)}`,
      found.text,
    );
}

test.each([
  ['words', 'A refund for the blue shoes', 'shoes "refund"', 'A [refund] for the blue [shoes]'],
  ['a word being typed', 'Refunds are refused', 'refu', '[Refunds] are [refused]'],
  ['not part of a finished word', 'Refunds, no refund', 'refund "x"', 'Refunds, no [refund]'],
  ['a phrase, whatever joins it', 'blue shoes, blue-shoes, shoes', '"blue shoes"', '[blue shoes], [blue-shoes], shoes'],
  ['accents', 'Die Größe für JÜRGEN', 'jurgen grosse', 'Die [Größe] für [JÜRGEN]'],
  ['scripts without spaces', '注文した商品がまだ', '商品', '注文した[商品]がまだ'],
  ['an address', 'Write to jane@shop.example!', 'jane@shop.exam', 'Write to [jane@shop.example]!'],
])('it marks %s', (_name, content, text, expected) => {
  expect(marked(content, text)).toBe(expected);
});

test('a long message is cut to the passage around the first match, between words', () => {
  const long = `${'before '.repeat(50)}here ${'after '.repeat(50)}`;
  const cut = marked(long, 'here ')!;
  expect(cut).toMatch(/^…before .*\[here\] after .*after…$/u);
  expect(cut.length).toBeLessThan(170);
});

test('nothing where nothing is found', () => {
  expect(snippetsOf(searchTerms('refund'))('Hello')).toBeNull();
});
