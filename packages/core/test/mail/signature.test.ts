/** Signatures below replies by mail. */
import { expect, test } from 'vitest';
import { filledSignature, signatureFor } from '../../src/mail/signature.ts';

const values = { 'representative.name': 'Ada Byron', 'customer.name': '[here](https://evil.example) *x*' };
const given = { own: '', mailbox: 'The **shop**', values, written: 'It is on its way.' };

test('the representative’s own signature stands in place of that of the mailbox', () => {
  expect(signatureFor(given)).toBe('The **shop**');
  expect(signatureFor({ ...given, own: '{{representative.name}}' })).toBe('Ada Byron');
  expect(signatureFor({ ...given, own: ' ' })).toBe('The **shop**');
});

test.each(['It is on its way.\nThe shop', 'It is on its way.\n\n-- \nTHE SHOP!'])(
  'a signature that was typed is not repeated: %j',
  (written) => {
    expect(signatureFor({ ...given, written })).toBe('');
  },
);

test('what is unknown leaves nothing, and values are only text', () => {
  expect(filledSignature('{{website.name}}{{representative.name}}', values)).toBe('Ada Byron');
  expect(filledSignature('For {{customer.name}}', values)).toBe('For \\[here\\](https://evil.example) \\*x\\*');
});
