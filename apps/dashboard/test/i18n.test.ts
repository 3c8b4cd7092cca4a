import { auditActions } from '@parley/contracts/audit/audit-actions';
import type { Messages } from '@parley/contracts/i18n/messages';
import { serverTexts } from '@parley/contracts/i18n/server-texts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Catalogue, catalogue } from '../src/i18n/catalogue.ts';
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

  /** Adds the modules of contracts that a file reads: a value of their lists, or a key, may be the key of a text. */
  const withLists = (text: string): string =>
    text + [...text.matchAll(/'@parley\/contracts\/([^']+)'/g)].map(([, name]) => withKeys(contractsOf(name))).join('');
  const withKeys = (text: string): string =>
    text + [...text.matchAll(/^ {2}(\w+): /gm)].map(([, key]) => `'${key}'`).join('');
  const contractsOf = (name = ''): string => servers[`../../../packages/contracts/src/${name}.ts`] ?? '';

  test('it has no text that nothing shows', () => {
    const files = Object.values(sources);
    const unused = [...rooms].flatMap(([room, messages]) => {
      const readers = files.filter((text) => text.includes(`i18n/en/${room}.ts'`)).map(withLists);
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
