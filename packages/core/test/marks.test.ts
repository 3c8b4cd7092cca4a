import * as fc from 'fast-check';
import { plainText } from '@parley/contracts/text/plain-text';
import { expect, it } from 'vitest';
import { markdownOf, marksOf, marksWithin } from '../src/text/marks.ts';

/** The formatted words of a text, each with its element. */
const wordsOf = (markdown: string, content = plainText(markdown)) =>
  marksOf({ content, markdown }).map(({ tag, from, to, href }) => [
    tag,
    content.slice(from, to),
    ...(href === undefined ? [] : [href]),
  ]);

it('the ranges are those of the formatted words in the plain text', () => {
  const markdown =
    '**Hi _Jane_** 👋\n\n- see [the guide](https://shop.example.com/guide)\n- ~~old~~\n\n```\nnpm run dev\n```';
  expect(wordsOf(markdown)).toEqual([
    ['em', 'Jane'],
    ['strong', 'Hi Jane'],
    ['a', 'the guide', 'https://shop.example.com/guide'],
    ['s', 'old'],
    ['pre', 'npm run dev'],
  ]);
});

it.each([
  'Hi',
  '**Hi *Jane*** and ~~old~~ `code`',
  'See [the guide](https://shop.example.com/guide) and <https://shop.example.com>.',
  'One\n\nTwo\nlines\n\n```\nnpm run dev\n```\n\nEnd',
  '2 \\* 3 \\_ \\[x\\]',
])('the ranges of %j become the same Markdown again', (markdown) => {
  const text = plainText(markdown);
  expect(markdownOf({ text, marks: marksOf({ content: text, markdown }) })).toBe(markdown);
});

it('a text that isn’t the plain form of its formatting has no ranges', () => {
  expect(wordsOf('**Hi**', 'Hello')).toEqual([]);
  expect(wordsOf('a \u{FDD0}**b**')).toEqual([]);
  expect(marksOf({ content: 'Hi' })).toEqual([]);
});

it('a part of the text has the marks within it, moved to where it begins', () => {
  const marks = marksOf({ content: 'one two three', markdown: 'one **two three**' });
  expect(marksWithin(marks, [8, 13], 5)).toEqual([{ tag: 'strong', from: 5, to: 10, href: undefined }]);
  expect(marksWithin(marks, [0, 3], 0)).toEqual([]);
});

it('any text has ranges within its plain form', () => {
  const pieces = fc.constantFrom(
    '**',
    '_',
    '`',
    '~~',
    '[',
    '](https://x.example)',
    '\n\n',
    '- ',
    '> ',
    '```\n',
    'word',
    ' ',
    '👋',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
      const markdown = parts.join('');
      const content = plainText(markdown);
      return marksOf({ content, markdown }).every(({ from, to }) => from >= 0 && from < to && to <= content.length);
    }),
  );
});
