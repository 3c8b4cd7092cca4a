import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { messageMaxLength } from '@parley/contracts/messages/limits';
import { authentication } from '../../src/mail/authentication.ts';
import { automatedMail } from '../../src/mail/automated-mail.ts';
import { newText, replyOf } from '../../src/mail/reply-text.ts';
import { withNames } from '../../src/text/content.ts';
import { readMailHeaders } from '../../src/mail/headers.ts';
import { type ParsedMail, parseMail } from '../../src/mail/parse.ts';
import { describe, expect, test } from 'vitest';

const read = async (name: string): Promise<ParsedMail> =>
  parseMail(await readFile(path.join(import.meta.dirname, 'fixtures/mail', `${name}.eml`)));

/** Returns the text that is posted if no file is stored. */
const replyText = (mail: ParsedMail): string => {
  const { mailText, files } = replyOf(mail);
  return withNames(
    newText(mailText).text,
    files.map(({ name }) => name),
  );
};

const written: Record<string, string> = {
  gmail: 'Thanks, it arrived today.\nOne plate is broken though.',
  'gmail-plain-german': 'Ja, bitte schicken Sie Ersatz.\n\nViele Grüße\nJonas',
  'gmail-french': 'Oui, merci beaucoup !',
  'gmail-spanish': 'El pedido es el 48213.',
  'gmail-signature': 'Blue, please.',
  'outlook-desktop': 'Hello,\n\nthe invoice number is 4411.\n\nKind regards\nKlara',
  'outlook-german-plain': 'Guten Tag,\n\ndas passt so.',
  'outlook-web': 'Tuesday is fine.',
  'outlook-ios': 'Yes, the large one.',
  'apple-mail': 'Perfect, thank you!\n\nMia',
  iphone: 'I am at home after 5.',
  'iphone-german': 'Ab 17 Uhr bin ich da.',
  yahoo: 'It is size 42.',
  proton: 'Please cancel it.',
  'thunderbird-bottom': '> Which colour would you like?\n\nGreen.\n\n> And how many?\n\nThree, please.',
  samsung: 'Can I pay by invoice?',
  'japanese-base64': 'ありがとうございます。届きました。',
  'latin1-quoted-printable': 'Très bien, à demain - non, à lundi !',
  arabic: 'وصل الطلب، شكراً لكم.',
  'above-the-line': 'Yes please.',
  'html-only-list': 'I need:\n\n- two plates\n- one <bowl>\n\nSee this (https://evil.example/track?x=1).',
  attachment: 'Here is the photo.\n\n[plate.jpg]',
  forwarded:
    'Is this from you?\n\n---------- Forwarded message ---------\nFrom: Parcel Co <news@parcel.example>\nDate: Wed, Nov 18, 2026 at 8:00 AM\nSubject: Delivery notice\nTo: <anna@example.com>\n\nYour parcel waits at the corner shop.',
};

describe('a reply', () => {
  test.each(Object.entries(written))('it is posted without the rest of the mail: %s', async (name, text) => {
    const mail = await read(name);
    expect(automatedMail(mail)).toBeNull();
    expect(replyText(mail)).toBe(text);
  });
});

describe('automated mail', () => {
  test.each([
    ['out-of-office-exchange', 'auto_reply'],
    ['out-of-office-german', 'auto_reply'],
    ['vacation-gmail', 'auto_reply'],
    ['bounce', 'bounce'],
    ['read-receipt', 'auto_reply'],
    ['mailing-list', 'mailing_list'],
  ])('%s is recognised as %s', async (name, kind) => expect(automatedMail(await read(name))).toBe(kind));
});

describe('the authentication result of the receiving server', () => {
  const authenticated = async (results: string[], authservId: string | null = 'mx.example') => {
    const mail = await read('gmail');
    return authentication({ ...mail, headers: new Map([['authentication-results', results]]) }, authservId);
  };
  test.each([
    ['mx.example; dmarc=pass (p=NONE) header.from=example.com', 'pass'],
    ['mx.example; dmarc=fail header.from=example.com; spf=pass smtp.mailfrom=example.com', 'fail'],
    ['mx.example; dkim=pass header.d=example.com; spf=softfail', 'pass'],
    ['mx.example; dkim=pass header.d=evil.example; spf=none', 'unknown'],
    ['mx.example; spf=pass smtp.mailfrom=bounce@mail.example.com', 'pass'],
    ['mx.example; spf=pass smtp.mailfrom=evil.example', 'unknown'],
    ['mx.example; spf=fail smtp.mailfrom=anna@example.com', 'fail'],
    // Names and findings, as RFC 8601 lets them be written.
    ['MX.Example 1; DMARC = Pass', 'pass'],
    ['"mx.example"; dkim/1=pass (2048-bit; dmarc=fail) header.i=@example.com', 'pass'],
    ['mx.example (a server (of ours); dmarc=fail) ; dmarc=pass', 'pass'],
    ['mx.example; none', 'unknown'],
    ['mx.example; spf=pass smtp.mailfrom="a; dmarc=pass"@evil.example', 'unknown'],
    ['mx.example; dkim=fail reason="dkim=pass header.d=example.com"', 'unknown'],
    ['mx.example; dkim=pass header.d=com', 'unknown'],
    ['mx.example; x=(\\) dmarc=fail); dmarc=pass', 'pass'],
  ])('%s means %s', async (results, expected) => expect(await authenticated([results])).toBe(expected));

  test('it is read from the topmost header alone', async () => {
    expect(await authenticated(['mx.example; dmarc=fail', 'evil; dmarc=pass'])).toBe('fail');
    expect(await authenticated([])).toBe('unknown');
  });

  test('counts only under the exact name of our own server, and without that name never', async () => {
    const invented = ['mx.evil.example; dmarc=pass', 'mx.example.evil; dmarc=pass', 'dmarc=pass', '; dmarc=pass', ''];
    for (const results of invented) expect(await authenticated([results])).toBe('unknown');
    expect(await authenticated(['evil.example; spf=none', 'mx.example; dmarc=pass'])).toBe('unknown');
    expect(await authenticated(['mx.example; dmarc=pass'], null)).toBe('unknown');
    expect(await authenticated(['mx.example; dmarc=fail'], null)).toBe('unknown');
  });
});

/** A GIF that says it is so large. */
const gif = (width: number, height: number): string => {
  const bytes = Buffer.from('GIF89a\0\0\0\0\0\0\0');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes.toString('base64');
};
const part = (head: string, content: string): string => `--b\r\n${head}\r\n\r\n${content}\r\n`;
const photo = (name: string, id = '', content = '/9j/4AAQSkZJRg=='): string =>
  part(
    `Content-Type: image/jpeg; name="${name}"\r\nContent-Disposition: inline; filename="${name}"\r\nContent-Transfer-Encoding: base64${id ? `\r\nContent-ID: <${id}>` : ''}`,
    content,
  );
const plain = (text: string): string => part('Content-Type: text/plain; charset=utf-8', text);
const writtenIn = async (type: string, ...parts: string[]): Promise<string> =>
  replyText(
    await parseMail(
      Buffer.from(
        `From: Anna <anna@example.com>\r\nContent-Type: ${type}; boundary="b"\r\n\r\n${parts.join('')}--b--\r\n`,
      ),
    ),
  );

describe('attachments', () => {
  test('a phone’s photo between the lines is named below the text', async () => {
    expect(
      await writtenIn('multipart/mixed', plain('Here it is:'), photo('photo.jpg'), plain('Sent from my iPhone')),
    ).toBe('Here it is:\n\n[photo.jpg]');
  });

  test.each(['Sent from my iPhone', 'Von meinem iPhone gesendet', 'Envoyé de mon iPhone', ''])(
    'a mail with photos and no text becomes their names, without “%s”',
    async (signature) => {
      const parts = [photo('IMG_1.jpg'), photo('IMG_2.jpg'), plain(`\r\n\r\n${signature}`)];
      expect(await writtenIn('multipart/mixed', ...parts)).toBe('[IMG_1.jpg]\n[IMG_2.jpg]');
    },
  );

  test('a photo shown in the HTML is named, but no tracking pixel, logo, quoted or signature picture', async () => {
    const html = part(
      'Content-Type: text/html',
      '<p>Look:</p><img src="cid:shown"><img src="cid:pixel"><img src="cid:logo" width="180" height="40">' +
        '<div class="gmail_signature">Anna <img src="cid:signed"></div><blockquote><img src="cid:quoted"></blockquote>',
    );
    const pictures = [
      photo('shown.jpg', 'shown'),
      photo('pixel.gif', 'pixel', gif(1, 1)),
      photo('logo.jpg', 'logo'),
      photo('signed.jpg', 'signed'),
      photo('quoted.jpg', 'quoted'),
      photo('large.gif', 'elsewhere', gif(800, 600)),
    ];
    expect(await writtenIn('multipart/related', html, ...pictures)).toBe('Look:\n\n[shown.jpg]\n[large.gif]');
  });

  test('inline documents and sounds are named, but no signature made by a program', async () => {
    const file = (type: string, name: string) =>
      part(`Content-Type: ${type}\r\nContent-Disposition: inline; filename="${name}"`, 'x');
    const signature = part(
      'Content-Type: application/pkcs7-signature; name="smime.p7s"\r\nContent-Disposition: attachment; filename="smime.p7s"',
      'x',
    );
    expect(
      await writtenIn(
        'multipart/mixed',
        plain('Both.'),
        file('application/pdf', 'a.pdf'),
        file('audio/mp4', 'b.m4a'),
        signature,
      ),
    ).toBe('Both.\n\n[a.pdf]\n[b.m4a]');
  });

  test('names fit into the length of a message behind a text of any length', async () => {
    const text = await writtenIn('multipart/mixed', plain('😀'.repeat(9_000)), photo('photo.jpg'));
    expect(text).toHaveLength(messageMaxLength);
    expect(text.endsWith('😀…\n\n[photo.jpg]')).toBe(true);
    expect(text.isWellFormed()).toBe(true);
  });
});

describe('HTML beside plain text', () => {
  const html = (text: string): string => part('Content-Type: text/html; charset=utf-8', text);

  test.each([
    ['before it', [html('<p>One &amp; <b>two</b></p>'), plain('and three < four')], 'One & two\n\nand three < four'],
    ['behind it', [plain('One < two'), html('<p>and <b>three</b></p>')], 'One < two\n\nand three'],
    ['with a photo', [html('<p>Here:</p>'), photo('photo.jpg'), plain('Thanks')], 'Here:\n\nThanks\n\n[photo.jpg]'],
  ])('it is read together with it, %s', async (_where, parts, text) => {
    expect((await writtenIn('multipart/mixed', ...parts)).replaceAll(/\n{2,}/g, '\n\n')).toBe(text);
  });
});

describe('names and subjects of senders', () => {
  test('they are one line without control characters in the list, the conversation and file names', async () => {
    const evil = 'a\r\n\tBcc: x\0\u001b[31m\u202egpj\u2066\u200b\u2028.exe';
    const word = `=?utf-8?B?${Buffer.from(evil).toString('base64')}?=`;
    const raw = Buffer.from(
      `From: ${word} <Anna@Example.com>\r\nSubject: ${word}\r\n  folded\r\nMessage-ID: <1@example.com>\r\n` +
        `Content-Type: multipart/mixed; boundary="b"\r\n\r\n${plain('Hi')}${photo(word)}--b--`,
    );
    const clean = 'a Bcc: x [31mgpj .exe';
    expect(readMailHeaders(raw)).toEqual({
      date: null,
      messageId: '<1@example.com>',
      senderName: clean,
      senderAddress: 'anna@example.com',
      subject: `${clean} folded`,
    });
    const mail = await parseMail(raw);
    expect([mail.from?.name, mail.subject]).toEqual([clean, `${clean} folded`]);
    expect(replyText(mail)).toBe(`Hi\n\n[${clean}]`);
  });

  test('they are found among thousands of other headers', () => {
    const raw = Buffer.from(`${'X-Junk: y\n'.repeat(3_000)}SUBJECT : Hello\nFrom: a@b.example\n\nSubject: not this`);
    expect(readMailHeaders(raw)).toMatchObject({ subject: 'Hello', senderAddress: 'a@b.example', senderName: null });
    expect(readMailHeaders(Buffer.from(''))).toMatchObject({ subject: null, senderAddress: null, messageId: null });
  });
});

test('a mail of noise is refused or read in time', async () => {
  const started = performance.now();
  for (const raw of [
    '',
    '\0\0\0',
    'From: a\n\n' + '> '.repeat(50_000),
    `Subject: ${'x'.repeat(100_000)}\n\nhi`,
    '<blockquote>'.repeat(20_000),
  ]) {
    const mail = await parseMail(Buffer.from(raw)).catch(() => null);
    if (mail) replyText(mail);
  }
  const html = `Content-Type: text/html\n\n${'<div><blockquote>'.repeat(5_000)}hi`;
  replyText(await parseMail(Buffer.from(html)));
  const intro = `Content-Type: text/plain\n\n${'on a on b wrote '.repeat(3_000)}`;
  replyText(await parseMail(Buffer.from(intro)));
  expect(performance.now() - started).toBeLessThan(5_000);
});

describe('parts without a file name', () => {
  const parts = (kind: string, ...all: string[]) =>
    Buffer.from(
      `From: a@b.example\r\nContent-Type: multipart/${kind}; boundary="b"\r\n\r\n${all.map((each) => `--b\r\n${each}\r\n`).join('')}--b--`,
    );
  const text = (words: string) => `Content-Type: text/plain\r\n\r\n${words}`;

  test.each([
    ['a mail', 'message/rfc822\r\n\r\nSubject: Delivery failed\r\n\r\nNobody was at home.', 'forwarded-mail.eml'],
    ['a named text', 'text/plain; name="till.log"\r\n\r\nledger locked', 'till.log'],
    ['a named text in the body', 'text/plain\r\nContent-Disposition: inline; filename=a.txt\r\n\r\nlog', 'a.txt'],
    ['a contact', 'text/vcard\r\n\r\nBEGIN:VCARD', 'contact.vcf'],
  ])('%s becomes an attachment', async (_name, sent, name) => {
    const mail = await parseMail(parts('mixed', text('It is attached.'), `Content-Type: ${sent}`));
    expect(replyText(mail)).toBe(`It is attached.\n\n[${name}]`);
  });

  test('an invitation between the alternatives becomes one attachment', async () => {
    const calendar = (head: string) => `Content-Type: text/calendar; method=REQUEST${head}\r\n\r\nBEGIN:VCALENDAR`;
    const alone = parts('alternative', text('The date is in it.'), calendar(''));
    expect(replyText(await parseMail(alone))).toBe('The date is in it.\n\n[invitation.ics]');
    const attached = calendar('\r\nContent-Disposition: attachment; filename=visit.ics');
    const twice = parts('mixed', text('The date is in it.'), calendar(''), attached);
    expect(replyText(await parseMail(twice))).toBe('The date is in it.\n\n[visit.ics]');
  });
});

test('a long file name is cut before its ending', async () => {
  const name = `${'bill'.repeat(40)}.pdf`;
  const { files } = await parseMail(
    Buffer.from(
      `From: a@customer.example\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\nx`,
    ),
  );
  expect(files.map((file) => file.name)).toEqual([`${'bill'.repeat(23)}bil….pdf`]);
});
