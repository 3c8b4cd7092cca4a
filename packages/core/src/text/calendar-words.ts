/** Names of months, weekdays and countries in the languages the assistant is measured in, as the platform spells them. */
import { folded } from '@parley/contracts/filter/search-text';
import { type Language, languages } from './language.ts';

const anyMonth = (month: number): Date => new Date(Date.UTC(2026, month, 15));
/** 5 January 2026 is a Monday. */
const anyWeekday = (day: number): Date => new Date(Date.UTC(2026, 0, 4 + day));

const word = (text: string): string => folded(text).replace(/\.$/, '');

function monthsOf(language: Language): [string, number][] {
  return (['long', 'short'] as const).flatMap((style) => {
    const names = new Intl.DateTimeFormat(language, { month: style, day: 'numeric', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, month): [string, number] => {
      const name = names.formatToParts(anyMonth(month)).find(({ type }) => type === 'month')?.value ?? '';
      return [word(name), month + 1];
    });
  });
}

/** By folded name; 1 is January. */
const months = new Map(languages.flatMap(monthsOf).filter(([name]) => /^\p{L}{3,}$/u.test(name)));
export const monthNamed = (name: string): number | undefined => months.get(word(name));

const weekdays = new Map(
  languages.flatMap((language) => {
    const names = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
    return Array.from({ length: 7 }, (_, day): [string, number] => [word(names.format(anyWeekday(day))), day]);
  }),
);
/** 0 is Sunday; `name` may be a plural. */
export const weekdayNamed = (name: string): number | undefined =>
  weekdays.get(word(name)) ?? weekdays.get(word(name).replace(/s$/, ''));

const regionCodes = Array.from({ length: 26 * 26 }, (_, at) =>
  String.fromCodePoint(65 + Math.floor(at / 26), 65 + (at % 26)),
);
const regions = new Map<Language, Map<string, string>>();

/** Returns the code of the country with this folded word as its name in the language; undefined for another word. */
export function regionNamed(name: string, language: Language): string | undefined {
  let known = regions.get(language);
  if (!known) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    known = new Map(
      regionCodes.flatMap((code): [string, string][] => {
        const called = names.of(code);
        return called ? [[word(called), code]] : [];
      }),
    );
    regions.set(language, known);
  }
  return known.get(name);
}
