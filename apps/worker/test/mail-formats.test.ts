import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { messageMaxLength } from '@parley/contracts/limits';
import { authentication } from '@parley/core/mail/authentication';
import { automatedMail } from '@parley/core/mail/automated-mail';
import { newText, replyOf, withNames } from '@parley/core/mail/reply-text';
import { readMailHeaders } from '@parley/core/mail/headers';
import { type ParsedMail, parseMail } from '@parley/core/mail/parse';
import { describe, expect, test } from 'vitest';

const read = async (name: string): Promise<ParsedMail> =>
  parseMail(await readFile(path.join(import.meta.dirname, 'fixtures/mail', `${name}.eml`)));

/** As it is posted where no file is kept. */
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

describe('what a person wrote is all that is posted', () => {
  test.each(Object.entries(written))('%s', async (name, text) => {
    const mail = await read(name);
    expect(automatedMail(mail)).toBeNull();
    expect(replyText(mail)).toBe(text);
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
  ])('%s is a %s', async (name, kind) => expect(automatedMail(await read(name))).toBe(kind));
});

describe('what the receiving server found out about the sender', () => {
  const said = async (results: string[], authservId: string | null = 'mx.example') => {
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
  ])('%s → %s', async (results, verdict) => expect(await said([results])).toBe(verdict));

  test('is read from the topmost header alone', async () => {
    expect(await said(['mx.example; dmarc=fail', 'evil; dmarc=pass'])).toBe('fail');
    expect(await said([])).toBe('unknown');
  });

  test('counts only under the exact name of our own server, and without that name never', async () => {
    const invented = ['mx.evil.example; dmarc=pass', 'mx.example.evil; dmarc=pass', 'dmarc=pass', '; dmarc=pass', ''];
    for (const results of invented) expect(await said([results])).toBe('unknown');
    expect(await said(['evil.example; spf=none', 'mx.example; dmarc=pass'])).toBe('unknown');
    expect(await said(['mx.example; dmarc=pass'], null)).toBe('unknown');
    expect(await said(['mx.example; dmarc=fail'], null)).toBe('unknown');
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

describe('what is sent along is named', () => {
  test('a phone’s photo between the lines', async () => {
    expect(
      await writtenIn('multipart/mixed', plain('Here it is:'), photo('photo.jpg'), plain('Sent from my iPhone')),
    ).toBe('Here it is:\n\n[photo.jpg]');
  });

  test.each(['Sent from my iPhone', 'Von meinem iPhone gesendet', 'Envoyé de mon iPhone', ''])(
    'a mail of photos alone is their names, not “%s”',
    async (signature) => {
      const parts = [photo('IMG_1.jpg'), photo('IMG_2.jpg'), plain(`\r\n\r\n${signature}`)];
      expect(await writtenIn('multipart/mixed', ...parts)).toBe('[IMG_1.jpg]\n[IMG_2.jpg]');
    },
  );

  test('a photo shown in the HTML, but no tracking pixel, no logo, and none of the quoted mail or the signature', async () => {
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

  test('papers and sounds put inline, but not what programs add for each other', async () => {
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

  test('however long the text is, within the length of a message', async () => {
    const text = await writtenIn('multipart/mixed', plain('😀'.repeat(9_000)), photo('photo.jpg'));
    expect(text).toHaveLength(messageMaxLength);
    expect(text.endsWith('😀…\n\n[photo.jpg]')).toBe(true);
    expect(text.isWellFormed()).toBe(true);
  });
});

describe('HTML that stands alone beside plain text', () => {
  const html = (text: string): string => part('Content-Type: text/html; charset=utf-8', text);

  test.each([
    ['before it', [html('<p>One &amp; <b>two</b></p>'), plain('and three < four')], 'One & two\n\nand three < four'],
    ['behind it', [plain('One < two'), html('<p>and <b>three</b></p>')], 'One < two\n\nand three'],
    ['with a photo', [html('<p>Here:</p>'), photo('photo.jpg'), plain('Thanks')], 'Here:\n\nThanks\n\n[photo.jpg]'],
  ])('is read with it, %s', async (_where, parts, text) => {
    expect((await writtenIn('multipart/mixed', ...parts)).replaceAll(/\n{2,}/g, '\n\n')).toBe(text);
  });
});

describe('names and subjects of strangers are one harmless line', () => {
  test('in the list, in the conversation and in the names of files', async () => {
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

  test('and are found however much stands around them', () => {
    const raw = Buffer.from(`${'X-Junk: y\n'.repeat(3_000)}SUBJECT : Hello\nFrom: a@b.example\n\nSubject: not this`);
    expect(readMailHeaders(raw)).toMatchObject({ subject: 'Hello', senderAddress: 'a@b.example', senderName: null });
    expect(readMailHeaders(Buffer.from(''))).toMatchObject({ subject: null, senderAddress: null, messageId: null });
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
    if (mail) replyText(mail);
  }
  const html = `Content-Type: text/html\n\n${'<div><blockquote>'.repeat(5_000)}hi`;
  replyText(await parseMail(Buffer.from(html)));
  const intro = `Content-Type: text/plain\n\n${'on a on b wrote '.repeat(3_000)}`;
  replyText(await parseMail(Buffer.from(intro)));
  expect(performance.now() - started).toBeLessThan(5_000);
});

describe('what programs send without calling it a file', () => {
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
  ])('%s is sent along', async (_name, sent, name) => {
    const mail = await parseMail(parts('mixed', text('It is attached.'), `Content-Type: ${sent}`));
    expect(replyText(mail)).toBe(`It is attached.\n\n[${name}]`);
  });

  test('an invitation between the alternatives is sent along, once', async () => {
    const calendar = (head: string) => `Content-Type: text/calendar; method=REQUEST${head}\r\n\r\nBEGIN:VCALENDAR`;
    const alone = parts('alternative', text('The date is in it.'), calendar(''));
    expect(replyText(await parseMail(alone))).toBe('The date is in it.\n\n[invitation.ics]');
    const attached = calendar('\r\nContent-Disposition: attachment; filename=visit.ics');
    const twice = parts('mixed', text('The date is in it.'), calendar(''), attached);
    expect(replyText(await parseMail(twice))).toBe('The date is in it.\n\n[visit.ics]');
  });
});

test('a long name of a file is cut before its ending', async () => {
  const name = `${'bill'.repeat(40)}.pdf`;
  const { files } = await parseMail(
    Buffer.from(
      `From: a@customer.example\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\nx`,
    ),
  );
  expect(files.map((file) => file.name)).toEqual([`${'bill'.repeat(23)}bil….pdf`]);
});
