import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { authentication, machineMail } from '@parley/core/mail/classify';
import { writtenText } from '@parley/core/mail/clean';
import { type ParsedMail, parseMail } from '@parley/core/mail/parse';
import { describe, expect, test } from 'vitest';

const read = async (name: string): Promise<ParsedMail> =>
  parseMail(await readFile(path.join(import.meta.dirname, 'fixtures/mail', `${name}.eml`)));

const written: Record<string, string> = {
  gmail: 'Thanks, it arrived today.\nOne plate is broken though.',
  'gmail-plain-german': 'Ja, bitte schicken Sie Ersatz.\n\nViele Grüße\nJonas',
  'gmail-french': 'Oui, merci beaucoup !',
  'gmail-spanish': 'El pedido es el 48213.',
  'gmail-signature': 'Blue, please.',
  'outlook-desktop': 'Hello,\n\nthe invoice number is 4411.',
  'outlook-german-plain': 'Guten Tag,\n\ndas passt so.',
  'outlook-web': 'Tuesday is fine.',
  'outlook-ios': 'Yes, the large one.',
  'apple-mail': 'Perfect, thank you!\n\nMia',
  iphone: 'I am at home after 5.',
  'iphone-german': 'Ab 17 Uhr bin ich da.',
  yahoo: 'It is size 42.',
  proton: 'Please cancel it.',
  'thunderbird-bottom': 'Green.\n\nThree, please.',
  samsung: 'Can I pay by invoice?',
  'japanese-base64': 'ありがとうございます。届きました。',
  'latin1-quoted-printable': 'Très bien, à demain - non, à lundi !',
  arabic: 'وصل الطلب، شكراً لكم.',
  'above-the-line': 'Yes please.',
  'html-only-list': 'I need:\n\n- two plates\n- one <bowl>\n\nSee this.',
  attachment: 'Here is the photo.\n\n[plate.jpg]',
  forwarded:
    'Is this from you?\n\n---------- Forwarded message ---------\nFrom: Parcel Co <news@parcel.example>\nDate: Wed, Nov 18, 2026 at 8:00 AM\nSubject: Delivery notice\nTo: <anna@example.com>\n\nYour parcel waits at the corner shop.',
  'only-quotation': '',
};

describe('what a person wrote is all that is posted', () => {
  test.each(Object.entries(written))('%s', async (name, text) => {
    const mail = await read(name);
    expect(machineMail(mail)).toBeNull();
    expect(writtenText(mail)).toBe(text);
  });
});

describe('a mail that a program wrote is told apart', () => {
  test.each([
    ['out-of-office-exchange', 'auto_reply'],
    ['out-of-office-german', 'auto_reply'],
    ['vacation-gmail', 'auto_reply'],
    ['bounce', 'bounce'],
    ['read-receipt', 'auto_reply'],
    ['mailing-list', 'mailing_list'],
    ['own-loop', 'loop'],
  ])('%s is a %s', async (name, kind) => expect(machineMail(await read(name))).toBe(kind));
});

describe('what the receiving server found out about the sender', () => {
  const withResults = async (...results: string[]): Promise<ParsedMail> => {
    const mail = await read('gmail');
    return { ...mail, headers: new Map([['authentication-results', results]]) };
  };
  test.each([
    ['mx.example; dmarc=pass (p=NONE) header.from=example.com', 'pass'],
    ['mx.example; dmarc=fail header.from=example.com; spf=pass smtp.mailfrom=example.com', 'fail'],
    ['mx.example; dkim=pass header.d=example.com; spf=softfail', 'pass'],
    ['mx.example; dkim=pass header.d=evil.example; spf=none', 'unknown'],
    ['mx.example; spf=pass smtp.mailfrom=bounce@mail.example.com', 'pass'],
    ['mx.example; spf=pass smtp.mailfrom=evil.example', 'unknown'],
    ['mx.example; spf=fail smtp.mailfrom=anna@example.com', 'fail'],
  ])('%s → %s', async (results, verdict) => expect(authentication(await withResults(results))).toBe(verdict));

  test('is read from the topmost header alone', async () => {
    expect(authentication(await withResults('mx.example; dmarc=fail', 'evil; dmarc=pass'))).toBe('fail');
    expect(authentication(await withResults())).toBe('unknown');
  });
});

test('a mail of nothing but noise is refused or read, but never hangs', async () => {
  const started = performance.now();
  for (const raw of [
    '',
    '\0\0\0',
    'From: a\n\n' + '> '.repeat(50_000),
    `Subject: ${'x'.repeat(100_000)}\n\nhi`,
    '<blockquote>'.repeat(20_000),
  ]) {
    const mail = await parseMail(Buffer.from(raw)).catch(() => null);
    if (mail) writtenText(mail);
  }
  const html = `Content-Type: text/html\n\n${'<div><blockquote>'.repeat(5_000)}hi`;
  writtenText(await parseMail(Buffer.from(html)));
  const intro = `Content-Type: text/plain\n\n${'on a on b wrote '.repeat(3_000)}`;
  writtenText(await parseMail(Buffer.from(intro)));
  expect(performance.now() - started).toBeLessThan(5_000);
});
