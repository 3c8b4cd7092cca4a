/** Every catalogue of localized texts, of whichever program, is whole in every language. */
import { auditActions } from '@parley/contracts/audit/audit-actions';
import { fill, type Message, type Messages } from '@parley/contracts/i18n/messages';
import { serverTexts } from '@parley/contracts/i18n/server-texts';
import { type Language, languageCodes } from '@parley/contracts/text/languages';
import { homeTexts } from '@parley/widget/parts/home';
import { packetTexts } from '@parley/widget/parts/packet';
import { repliesTexts } from '@parley/widget/parts/replies';
import { voiceTexts } from '@parley/widget/parts/voice';
import { describe, expect, test } from 'vitest';

type InEveryLanguage = Record<Language, Messages>;

const ofServer = import.meta.glob<Record<string, { languages: InEveryLanguage }>>(
  '../../../packages/contracts/src/i18n/catalogues/*.ts',
  { eager: true },
);
const ofWidget = import.meta.glob<Messages>('../../widget/src/{texts,help-texts,file-texts}/*.ts', {
  eager: true,
  import: 'default',
});
const rooms = import.meta.glob<Record<string, { english: Messages }>>('../src/i18n/en/*.ts', { eager: true });
const translations = import.meta.glob<Record<string, Messages>>('../src/i18n/[a-z][a-z].ts', {
  eager: true,
  import: 'default',
});

const inEveryLanguage = (inLanguage: (code: Language) => Messages | undefined): InEveryLanguage =>
  Object.fromEntries(languageCodes.map((code) => [code, inLanguage(code) ?? {}])) as InEveryLanguage;

/** Returns the catalogues by name: those of the server, of the widget, and the rooms of the dashboard. */
function catalogues(): Map<string, InEveryLanguage> {
  const named = new Map<string, InEveryLanguage>();
  for (const [file, module] of Object.entries(ofServer))
    for (const { languages } of Object.values(module)) named.set(file, languages);
  for (const folder of ['texts', 'help-texts', 'file-texts'])
    named.set(
      `widget ${folder}`,
      inEveryLanguage((code) => ofWidget[`../../widget/src/${folder}/${code}.ts`]),
    );
  named.set('widget packet', packetTexts);
  named.set('widget home', homeTexts);
  named.set('widget replies', repliesTexts);
  named.set('widget voice', voiceTexts);
  const english = new Map<string, Messages>([['serverTexts', { ...serverTexts, ...auditActions }]]);
  for (const [file, module] of Object.entries(rooms))
    for (const room of Object.values(module)) english.set(file.replace(/^.*\/|\.ts$/g, ''), room.english);
  for (const [room, messages] of english)
    named.set(
      `dashboard ${room}`,
      inEveryLanguage((code) => (code === 'en' ? messages : translations[`../src/i18n/${code}.ts`]?.[room])),
    );
  return named;
}

const all = catalogues();
const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const sentencesOf = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message));

/** Returns what a translation of a message lacks or has too much. */
function faultsOf(english: Message, translated: Message | undefined, categories: readonly string[]): string[] {
  if (translated === undefined) return ['is missing'];
  const wanted = namesIn(sentencesOf(english).at(-1) ?? '');
  const names = sentencesOf(translated).flatMap((sentence) => {
    const found = namesIn(sentence);
    return [
      ...(sentence === '' ? ['is empty'] : []),
      // "one" may have the number as a word.
      ...wanted.filter((name) => name !== 'count' && !found.includes(name)).map((name) => `lacks {${name}}`),
      ...found.filter((name) => !wanted.includes(name)).map((name) => `has {${name}}`),
    ];
  });
  const forms = typeof translated === 'string' ? categories : Object.keys(translated);
  // German, for one, counts characters without an ending: then there is one form alone.
  const isUninflected = forms.length === 1;
  const lacking = isUninflected ? [] : categories.filter((category) => !forms.includes(category));
  return [...names, ...lacking.map((category) => `lacks the plural ${category}`)];
}

describe.each(languageCodes)('the catalogues in %s', (code) => {
  test('have every message of the English ones, with the same names, in every plural form of the language', () => {
    const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    const faults = [...all].flatMap(([catalogue, languages]) => {
      const keys = new Set([...Object.keys(languages.en), ...Object.keys(languages[code])]);
      return [...keys].flatMap((key) => {
        const english = languages.en[key];
        const found =
          english === undefined ? ['is unknown in English'] : faultsOf(english, languages[code][key], categories);
        return found.map((fault) => `${catalogue}: ${key} ${fault}`);
      });
    });
    expect(faults).toEqual([]);
  });
});

test('the catalogues of all programs are checked', () => {
  const names = [...all.keys()];
  expect(names.filter((name) => name.includes('contracts')).length).toBeGreaterThan(5);
  expect(names.filter((name) => name.startsWith('dashboard')).length).toBeGreaterThan(50);
});

describe('a message', () => {
  test('has its names filled in, and numbers as the language writes them', () => {
    expect(fill('{who} saw {count} notes', { who: 'Ada', count: 1200 }, 'en')).toBe('Ada saw 1,200 notes');
    expect(fill('{who} saw {count} notes', { who: 'Ada', count: 1200 }, 'de')).toBe('Ada saw 1.200 notes');
    expect(fill('Port {port}', { port: '1025' }, 'en')).toBe('Port 1025');
  });

  test('keeps braces within a value', () => {
    expect(fill('{a} and {b}', { a: '{b}', b: 'c' }, 'en')).toBe('{b} and c');
  });

  test.each([
    ['en', 1, '1 note'],
    ['en', 2, '2 notes'],
    ['de', 1, '1 notes'],
  ])('in %s has the plural form for %i', (locale, count, sentence) => {
    const forms = locale === 'en' ? { one: '{count} note', other: '{count} notes' } : { other: '{count} notes' };
    expect(fill(forms, { count }, locale)).toBe(sentence);
  });
});
