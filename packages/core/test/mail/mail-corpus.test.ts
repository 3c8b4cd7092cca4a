import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readMail } from '../../src/mail/reading.ts';
import { newText } from '../../src/mail/reply-text.ts';
import { clientNames, type CorpusMail, generatedMails, languages } from '../mail-corpus/generate.ts';

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** A quoted line may be shown before the answer that it leads to. */
function shownOldLines(written: string, { oldLines }: CorpusMail): string[] {
  const unquoted = written
    .split('\n')
    .filter((line) => !line.startsWith('>'))
    .join('\n');
  return oldLines.filter((line) => squeezed(unquoted).includes(squeezed(line)));
}

async function measure(mails: readonly CorpusMail[]) {
  const lacking: string[] = [];
  const tooMuch: string[] = [];
  for (const mail of mails) {
    const { text } = await readMail(Buffer.from(mail.raw), null);
    const { text: written } = newText(text, { ours: [mail.sent], theirs: [], publicUrl: 'https://chat.shop.example' });
    if (mail.newLines.some((line) => !squeezed(written).includes(squeezed(line)))) lacking.push(mail.name);
    if (shownOldLines(written, mail).length > 0) tooMuch.push(mail.name);
  }
  return { lacking, tooMuch };
}

const mails = generatedMails();

test('the corpus covers at least 12 clients, 8 languages and 100 mails', () => {
  expect(clientNames.length).toBeGreaterThanOrEqual(12);
  expect(languages.length).toBeGreaterThanOrEqual(8);
  expect(mails.length).toBeGreaterThanOrEqual(100);
});

test('every new line is shown in at least 97 % of the mails', async () => {
  const { lacking } = await measure(mails);
  expect(lacking.slice(Math.floor(0.03 * mails.length))).toEqual([]);
});

test('old text is shown in at most 3 % of the mails', async () => {
  const { tooMuch } = await measure(mails);
  expect(tooMuch.slice(Math.floor(0.03 * mails.length))).toEqual([]);
});

const fixtures: Record<string, string[]> = {
  '01-inline-answers-plain': [
    'It says 42 on the box, but I ordered 44.',
    'Harbour Road 7, 20457 Hamburg',
    'Friday at the latest.',
    'Jane',
  ],
  '02-inline-answers-gmail': ['Hi Tom, see below.', '44, the box says 42.', 'Yes, to Harbour Road 7, 20457 Hamburg.'],
  '03-inline-answers-outlook': ['44, the box says 42.', 'Yes, to Harbour Road 7, 20457 Hamburg.'],
  '03-answer-below-outlook': ['44. Yes please, to Harbour Road 7, 20457 Hamburg.'],
  '04-customers-own-quotation': ['because 12.90 EUR customs were not paid.', 'Harbour Road 7', '20457 Hamburg'],
  '12-separator-lines': ['Shoe, 44, black', 'Order 20482', 'The buckle is broken, please replace it'],
  '14-sent-from-and-postscript': [
    'Sent from your Hamburg warehouse on 3 May, never arrived:',
    'PS: my new phone number is 040 555 0147, please call before 10.',
  ],
  'console-output': ['> npm install', 'npm error code E404', '>>> import shop', 'C:\\> dir'],
  'own-head': ['From: Hamburg', 'To: Berlin', 'Date: 12 May 2026, 10:30', 'Two tickets, please.'],
};

test.each(Object.entries(fixtures))('%s shows every new line', async (name, lines) => {
  const { written } = await readMail(
    await readFile(path.join(import.meta.dirname, `../mail-corpus/${name}.eml`)),
    null,
  );
  expect(lines.filter((line) => !written.text.split('\n').some((shown) => shown.trim() === line))).toEqual([]);
});
