import { expect, test } from 'vitest';
import { endingOf, fileNameParts, shortFileName } from '../src/messages/file-name.ts';

test.each([
  ['a name that fits', 'bill.pdf', 'bill.pdf'],
  ['a long name', `${'n'.repeat(40)}.pdf`, `${'n'.repeat(15)}….pdf`],
  ['the case of its ending', `${'n'.repeat(40)}.PDF`, `${'n'.repeat(15)}….PDF`],
  ['a name without an ending', 'n'.repeat(40), `${'n'.repeat(19)}…`],
  ['a name with a last part that is no ending', `n.${'m'.repeat(40)}`, `n.${'m'.repeat(17)}…`],
  ['a letter of two halves', `${'n'.repeat(14)}😀${'n'.repeat(20)}.pdf`, `${'n'.repeat(14)}….pdf`],
])('cutting %s keeps the ending', (_, name, cut) => {
  expect(shortFileName(name, 20)).toBe(cut);
  expect(endingOf(cut)).toBe(endingOf(name));
});

test.each(['bill.pdf', `${'n'.repeat(200)}.docx`, `😀${'n'.repeat(9)}`, `${'n'.repeat(9)}😀`, ''])(
  'the two parts of %s are the name, and the second its end',
  (name) => {
    const [start, end] = fileNameParts(name);
    expect(start + end).toBe(name);
    expect(end.isWellFormed()).toBe(true);
    expect(end.length).toBeLessThanOrEqual(11);
  },
);
