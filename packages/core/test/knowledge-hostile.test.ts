import { describe, expect, test } from 'vitest';
import { excerptOf } from '../src/ai/excerpt.ts';
import { readDocument } from '../src/knowledge/read-document.ts';
import { robotsOf } from '../src/knowledge/robots.ts';
import { splitMarkdown, tokensOf } from '../src/knowledge/split.ts';
import { textOf } from '../src/text/decode.ts';

const url = 'https://garden.example/';
const robotsAt = (text: string) => robotsOf(`${url}robots.txt`, text);
const readHtml = (bytes: Buffer) =>
  readDocument({ task: 'document', bytes, contentType: 'text/html; charset=utf-8', name: '/', url });

describe('robots.txt', () => {
  test('the rules for us apply before those for all, whatever other crawlers are named', () => {
    const { allows, pauseMs } = robotsAt(
      'User-agent: Other\nUser-agent: Parley/2\n# ours\nDisallow: /ours/\nCrawl-delay: 2\n\nUser-agent: *\nDisallow: /\n',
    );
    expect(allows(`${url}ours/page`)).toBe(false);
    expect(allows(`${url}page`)).toBe(true);
    expect(pauseMs).toBe(2_000);
  });

  test('thousands of crawlers with thousands of rules cost no more than their lines', () => {
    const agents = Array.from({ length: 12_000 }, (_, at) => `User-agent: bot${at}`);
    const rules = Array.from({ length: 4_000 }, (_, at) => `Disallow: /private${at}/`);
    const { allows } = robotsAt([...agents, 'User-agent: *', 'User-agent: *', ...rules].join('\n'));
    expect(allows(`${url}private7/`)).toBe(false);
    expect(allows(`${url}public/`)).toBe(true);
  });

  test('rules that can’t be decided in time forbid the page, and every later one at once', { timeout: 60_000 }, () => {
    const rules = Array.from({ length: 4_900 }, (_, at) => `Disallow: /${'*a'.repeat(440)}*${at}`);
    const { allows } = robotsAt(`User-agent: *\n${rules.join('\n')}`);
    const page = `${url}${'a'.repeat(900)}`;
    expect(allows(page)).toBe(false);
    const began = performance.now();
    for (let at = 0; at < 1_000; at += 1) expect(allows(`${page}${at}`)).toBe(false);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test.each(['\0\0\0', '<html>not found</html>', 'Disallow: /', 'User-agent:\nDisallow', ':::\n::', '\ufeff'])(
    'what is no file of rules allows everything: %j',
    (text) => {
      expect(robotsAt(text).allows(`${url}page`)).toBe(true);
    },
  );

  test('a limited number of sitemaps is read', () => {
    const lines = Array.from({ length: 3_000 }, (_, at) => `Sitemap: ${url}map${at}.xml`);
    expect(robotsAt(lines.join('\n')).sitemaps).toHaveLength(500);
  });
});

describe('encodings', () => {
  test('a page of UTF-8 keeps its letters where a part of it is in Windows-1252', async () => {
    const page = Buffer.concat([
      Buffer.from('<h1>Größen und Maße</h1><p>Für Gärten: „überall“ schön. '),
      Buffer.from('F\u00fcr 5 \u0080 in der K\u00fcche.', 'latin1'),
      Buffer.from(' Äpfel, Öle, Übergrößen.</p>'),
    ]);
    const { markdown } = await readHtml(page);
    expect(markdown).toContain('Für Gärten: „überall“ schön. Für 5 € in der Küche. Äpfel, Öle, Übergrößen.');
  });

  test('a page of Windows-1252 stays one, also with two letters that look like UTF-8', () => {
    const text = 'Crème brûlée à la carte, garçon – œuf, naïve, déjà vu';
    const bytes = Buffer.concat([
      Buffer.from(text.replace('–', '-').replace('œ', 'oe'), 'latin1'),
      Buffer.from([0x80, 0xc3, 0xa9]),
    ]);
    expect(textOf(bytes, null, true)).toBe(`${text.replace('–', '-').replace('œ', 'oe')}€Ã©`);
  });
});

describe('large pages', () => {
  test('a page of two megabytes becomes passages of the usual size, of which none is lost', {
    timeout: 60_000,
  }, async () => {
    const paragraph = (at: number) =>
      `<div class="${'layout-'.repeat(120)}"><p>Hedge ${at} grows ${at} inches a year and is cut in spring.</p></div>`;
    const body = Array.from({ length: 2_500 }, (_, at) => paragraph(at)).join('\n');
    const bytes = Buffer.from(
      `<!doctype html><html lang="en"><title>Hedges</title><body><main><h1>Hedges</h1>${body}</main>`,
    );
    expect(bytes.length).toBeGreaterThan(2_000_000);
    const { markdown } = await readHtml(bytes);
    const pieces = splitMarkdown(markdown);
    expect(pieces.every(({ text }) => tokensOf(text) <= 400)).toBe(true);
    expect(pieces.at(-1)?.text).toContain('Hedge 2499 grows');
  });

  test('text beyond the limit is refused with its reason', { timeout: 60_000 }, async () => {
    const bytes = Buffer.from(
      `<h1>Hedges</h1><p>${'Hedges grow here, and there, and everywhere. '.repeat(25_000)}</p>`,
    );
    await expect(readHtml(bytes)).rejects.toMatchObject({ reason: 'too_large' });
  });
});

test('each part of a long table has its heads, and its rows answer with them', () => {
  const rows = Array.from({ length: 300 }, (_, at) => `| Spade ${at} | ${at + 1} kg | €${at + 10} |`);
  const pieces = splitMarkdown(`# Spades\n\n| Name | Weight | Price |\n| --- | --- | --- |\n${rows.join('\n')}`);
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.every(({ text }) => text.startsWith('| Name | Weight | Price |\n| --- | --- | --- |\n| Spade'))).toBe(
    true,
  );
  expect(pieces.every(({ text }) => tokensOf(text) <= 400)).toBe(true);
  expect(pieces.flatMap(({ text }) => text.split('\n').slice(2))).toEqual(rows);
  const piece = pieces.find(({ text }) => text.includes('| Spade 250 |'));
  const excerpt = piece && excerptOf({ title: 'Spades', ...piece }, 'How heavy is Spade 250?', 'en');
  expect(excerpt?.text).toBe('Spades – Spade 250: Weight: 251 kg, Price: €260');
});

describe('the value that is asked for', () => {
  const excerpt = (question: string, text: string) =>
    excerptOf({ title: 'Garden', headings: [], text }, question, 'en');
  test.each([
    ['How much does the delivery cost?', 'The delivery of hedges is quick.', false],
    ['How much does the delivery cost?', 'The delivery of hedges costs 9 euros.', true],
    ['How much does the delivery cost?', 'The delivery of hedges is free.', true],
    ['How heavy is the spade?', 'The spade is 9 feet long.', false],
    ['How heavy is the spade?', 'The spade weighs 9 kg.', true],
    ['How long does the delivery take?', 'The delivery is done by bike.', false],
    ['How long does the delivery take?', 'The delivery takes two days.', true],
    ['When is the shop open?', 'The shop is open for all gardeners.', false],
    ['When is the shop open?', 'The shop is open from Monday on.', true],
    ['How often are hedges cut?', 'Hedges are cut with shears.', false],
    ['How often are hedges cut?', 'Hedges are cut twice.', true],
    ['How many gardeners may come to the course?', 'The gardeners of the course meet here.', false],
    ['What is your phone number?', 'We have a phone with a number.', false],
    ['What is your phone number?', 'Our phone number is 030 123456.', true],
    ['Is the delivery free?', 'The delivery of hedges is quick.', null],
  ])('%s %s', (question, text, hasValue) => {
    expect(excerpt(question, text)?.hasValue).toBe(hasValue);
  });
});
