import { auditActions } from '@parley/contracts/audit/audit-actions';
import { type Language, languageCodes } from '@parley/contracts/text/languages';
import { serverTexts } from '@parley/contracts/i18n/server-texts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Catalogue, catalogue, type Messages, type Plural } from '../src/i18n/catalogue.ts';
import { locale, showLanguage } from '../src/i18n/language.ts';

const sources = import.meta.glob<string>(['../src/**/*.{ts,tsx}', '!../src/i18n/**'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const servers = import.meta.glob<string>(
  '../../../{packages/{contracts,core,db,service},apps/{api,worker}}/src/**/*.ts',
  {
    eager: true,
    query: '?raw',
    import: 'default',
  },
);
const rooms = new Map<string, Messages>();
const english = import.meta.glob<Record<string, Catalogue<Messages>>>('../src/i18n/en/*.ts', { eager: true });
for (const [file, module] of Object.entries(english))
  for (const room of Object.values(module)) rooms.set(file.replace(/^.*\/|\.ts$/g, ''), room.english);

// Texts of the server are in the contract, for programs too.
rooms.set('serverTexts', { ...serverTexts, ...auditActions });

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();
const sentences = (message: string | Plural): string[] =>
  typeof message === 'string' ? [message] : Object.values(message);

describe('the catalogue', () => {
  afterEach(() => showLanguage('en'));

  test('it fills names in, writes numbers as the language does, and chooses the plural', async () => {
    const texts = catalogue('notes', { seen: '{who} saw it', unread: { one: '{count} note', other: '{count} notes' } });
    expect(texts('seen', { who: 'Ada' })).toBe('Ada saw it');
    expect(texts('unread', { count: 1 })).toBe('1 note');
    expect(texts('unread', { count: 1200 })).toBe('1,200 notes');
    await showLanguage('de');
    expect(texts('unread', { count: 1200 })).toBe('1.200 notes');
    expect(document.documentElement.lang).toBe('de');
  });

  test('it mirrors the layout for a language that is written from right to left', async () => {
    await showLanguage('ar');
    expect(document.documentElement.dir).toBe('rtl');
    await showLanguage('fr');
    expect(document.documentElement.dir).toBe('ltr');
  });

  test('it has no text that nothing shows', () => {
    const files = Object.values(sources);
    const unused = [...rooms].flatMap(([room, messages]) => {
      if (room === 'serverTexts') return [];
      const readers = files.filter((text) => text.includes(`i18n/en/${room}.ts'`));
      return Object.keys(messages)
        .filter((key) => !readers.some((text) => text.includes(`'${key}'`)))
        .map((key) => `${room}.${key}`);
    });
    expect(unused).toEqual([]);
  });
});

test('the catalogue has no server text that is never sent', async () => {
  const serverSources = Object.values(servers).join('\n');
  const codes = Object.keys({ ...serverTexts, ...auditActions });
  expect(codes.filter((code) => !serverSources.includes(`'${code}'`))).toEqual([]);
});

describe.each(languageCodes.filter((code) => code !== 'en'))('the translation into %s', (code: Language) => {
  test('it fills the names in that English fills in, in every plural the language has', async () => {
    const { default: translation }: { default: Record<string, Messages> } = await import(`../src/i18n/${code}.ts`);
    const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    const faults = [...rooms].flatMap(([room, messages]) =>
      Object.entries(messages).flatMap(([key, message]) => {
        const translated = translation[room]?.[key];
        if (translated === undefined) return [];
        const wanted = namesIn(sentences(message).at(-1) ?? '');
        const found = sentences(translated).flatMap((sentence) => {
          const names = namesIn(sentence);
          return [
            // "one" may say the number in a word.
            ...wanted.filter((name) => name !== 'count' && !names.includes(name)).map((name) => `lacks {${name}}`),
            ...names.filter((name) => !wanted.includes(name)).map((name) => `has {${name}}`),
          ];
        });
        const plurals = typeof translated === 'object' ? Object.keys(translated) : categories;
        const lacking = categories.filter((category) => !plurals.includes(category));
        return [...found, ...lacking.map((category) => `lacks the plural ${category}`)].map(
          (fault) => `${room}.${key} ${fault}`,
        );
      }),
    );
    expect(faults).toEqual([]);
  });
});

test('the dashboard is in the first of the browser’s languages that it speaks', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['sv-SE', 'pt-BR', 'en']);
  await showLanguage();
  expect(document.documentElement.lang).toBe('pt-BR');
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['pt-PT']);
  expect(locale()).toBe('pt-BR');
  window.dispatchEvent(new Event('languagechange'));
  expect(locale()).toBe('pt-PT');
  vi.restoreAllMocks();
  await showLanguage('en');
});
