// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { chooseLocale, launcherLabels } from '../src/locales.ts';
import { counted } from '../src/chat/view.ts';
import en, { type Texts } from '../src/texts/en.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.documentElement.lang = '';
});
const browserSpeaks = (...languages: string[]) => vi.stubGlobal('navigator', { languages });

it('the page’s wish comes first, then its language, then the browser’s, then English', () => {
  browserSpeaks('fr-CA', 'en');
  document.documentElement.lang = 'de';
  expect(chooseLocale('tr').language).toBe('tr');
  expect(chooseLocale().language).toBe('de');
  document.documentElement.lang = '';
  expect(chooseLocale().language).toBe('fr');
  browserSpeaks('xx');
  expect(chooseLocale()).toEqual({ language: 'en', tag: 'en' });
});

it('a language that only begins like a spoken one is not mistaken for it', () => {
  browserSpeaks('pl');
  document.documentElement.lang = 'est';
  expect(chooseLocale('arn').language).toBe('pl');
});

it('dates are written as the visitor’s own variant of the language has them', () => {
  browserSpeaks('de', 'en-GB');
  document.documentElement.lang = 'en-US';
  expect(chooseLocale()).toEqual({ language: 'en', tag: 'en-GB' });
});

const textsOf = async (language: string): Promise<Texts> => (await import(`../src/texts/${language}.ts`)).default;
const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted();

it.each(Object.keys(launcherLabels))('%s says everything, with the same places to fill in', async (language) => {
  const { tooLong, ...texts } = await textsOf(language);
  const { tooLong: _, ...english } = en;
  expect(Object.keys(texts)).toEqual(Object.keys(english));
  for (const [name, text] of Object.entries(texts)) {
    expect(text).not.toBe('');
    expect([name, places(text)]).toEqual([name, places(english[name as keyof typeof english])]);
  }
  expect(places(tooLong.other)).toEqual(['{count}']);
  expect(texts.open).toBe(launcherLabels[language as keyof typeof launcherLabels]);
});

it.each([
  ['en', 1, '1 character too long'],
  ['en', 2, '2 characters too long'],
  ['de', 1, '1 Zeichen zu viel'],
  ['fr', 1, '1 caractère en trop'],
  ['es', 1, 'Sobra 1 carácter'],
  ['es', 7, 'Sobran 7 caracteres'],
  ['nl', 1, '1 teken te veel'],
  ['pl', 1, '1 znak za dużo'],
  ['pl', 3, '3 znaki za dużo'],
  ['pl', 5, '5 znaków za dużo'],
  ['pl', 22, '22 znaki za dużo'],
  ['tr', 1, '1 karakter fazla'],
  ['ar', 1, 'حرف واحد زائد'],
  ['ar', 2, 'حرفان زائدان'],
  ['ar', 3, '3 أحرف زائدة'],
  ['ar', 11, '11 حرفًا زائدًا'],
  ['ar', 100, '100 حرف زائد'],
])('texts in %s count %i surplus files by the language’s own plural rules', async (language, count, sentence) => {
  expect(counted((await textsOf(language)).tooLong, count, language)).toBe(sentence);
});

it.each(Object.keys(launcherLabels))(
  '%s has a form for every number that its plural rules tell apart',
  async (language) => {
    const { tooLong } = await textsOf(language);
    const rules = new Intl.PluralRules(language);
    const used = new Set(Array.from({ length: 20_000 }, (_, index) => rules.select(index + 1)));
    // German, for one, counts characters without an ending.
    const isUninflected = Object.keys(tooLong).length === 1;
    for (const form of used) expect(isUninflected || form in tooLong).toBe(true);
  },
);
