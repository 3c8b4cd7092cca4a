/** The language the dashboard is in: the person's own choice, else the first of the browser's that it speaks. */
import { directionOf, type Language, isLanguage, languageOf } from '@parley/contracts/text/languages';
import type { Messages } from '@parley/contracts/i18n/messages';
import { useSyncExternalStore } from 'react';
import type { Translation } from './translation.ts';

/** Import of each language; English is in the program. */
const translations: Record<Exclude<Language, 'en'>, () => Promise<{ default: Translation }>> = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  pt: () => import('./pt.ts'),
  it: () => import('./it.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  tr: () => import('./tr.ts'),
  ja: () => import('./ja.ts'),
  zh: () => import('./zh.ts'),
  ar: () => import('./ar.ts'),
};

const storageKey = 'parley.language';
const listeners = new Set<() => void>();
let current: Language = 'en';
let translation: Translation | undefined;

/** The language last chosen in this browser, for the screens before the sign-in as well; undefined when none was. */
function chosen(): Language | undefined {
  const code = localStorage.getItem(storageKey) ?? '';
  return isLanguage(code) ? code : undefined;
}

const ofBrowser = (): Language => navigator.languages.map(languageOf).find((each) => each !== undefined) ?? 'en';

/** The language that is shown now. */
export const language = (): Language => current;

/** Looked up once for a language: every time that is shown asks for it. */
let variant: string | undefined;
window.addEventListener('languagechange', () => (variant = undefined));

/** For dates and numbers: the browser's own variant of the language. */
export const locale = (): string =>
  (variant ??= navigator.languages.find((tag) => languageOf(tag) === current) ?? current);

/** A room's texts in a language other than English. */
export const translated = (room: keyof Translation): Messages | undefined => translation?.[room];

/** Name of a country by its code of ISO 3166-1. */
export const countryName = (code: string): string =>
  new Intl.DisplayNames(locale(), { type: 'region' }).of(code) ?? code;

/** Name of a language by its code. */
export const languageName = (tag: string): string =>
  new Intl.DisplayNames(locale(), { type: 'language', fallback: 'code' }).of(tag) ?? tag;

/** Several names in a row: `Ada, Ben`, or `Ada and Ben` as a `conjunction`. */
export const listed = (names: readonly string[], type: 'unit' | 'conjunction' | 'disjunction' = 'unit'): string =>
  new Intl.ListFormat(locale(), { type }).format(names);

/** Shows the dashboard in the chosen language once its texts are here; in what it was before when they can't be had. */
export async function showLanguage(wanted = chosen() ?? ofBrowser()): Promise<void> {
  const fetched = wanted === 'en' ? undefined : (await translations[wanted]()).default;
  current = wanted;
  variant = undefined;
  translation = fetched;
  document.documentElement.lang = locale();
  document.documentElement.dir = directionOf(wanted);
  const file = wanted === 'en' ? 'manifest' : `manifest-${wanted}`;
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/${file}.webmanifest`);
  for (const listener of listeners) listener();
}

/** Keeps the person's choice (null: as the browser) for the next time, and shows it. */
export async function chooseLanguage(wanted: Language | null): Promise<void> {
  if (wanted) localStorage.setItem(storageKey, wanted);
  else localStorage.removeItem(storageKey);
  await showLanguage();
}

// Applies a choice of one tab to all of them.
window.addEventListener('storage', ({ key }) => {
  if (key === storageKey) showLanguage().catch(() => undefined);
});

export const useLanguage = (): Language =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, language);
