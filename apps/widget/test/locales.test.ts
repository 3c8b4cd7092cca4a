// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { chooseLocale, launcherLabels } from '../src/locales.ts';
import en from '../src/texts/en.ts';

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

it.each(Object.keys(launcherLabels))('%s says everything, with the same places to fill in', async (language) => {
  const { default: texts }: { default: typeof en } = await import(`../src/texts/${language}.ts`);
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted();
  expect(Object.keys(texts)).toEqual(Object.keys(en));
  for (const [name, text] of Object.entries(texts)) {
    expect(text).not.toBe('');
    expect([name, places(text)]).toEqual([name, places(en[name as keyof typeof en])]);
  }
  expect(texts.open).toBe(launcherLabels[language as keyof typeof launcherLabels]);
});
