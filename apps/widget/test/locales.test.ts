// @vitest-environment happy-dom
import { translator } from '@parley/contracts/i18n/messages';
import { afterEach, expect, it, vi } from 'vitest';
import { chooseLocale } from '../src/locales.ts';
import type { ChatMessages, Texts } from '../src/texts/en.ts';

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
])('texts in %s count %i surplus characters by the language’s own plural rules', async (language, count, sentence) => {
  expect(translator<ChatMessages>(await textsOf(language), language)('tooLong', { count })).toBe(sentence);
});
