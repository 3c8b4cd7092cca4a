/** Writes measured times in a language. */

type TimeUnit = 'second' | 'minute' | 'hour' | 'day';

/** Returns how a language abbreviates units of time: as short as it has them, in German alike (not `1h 05 Min.`). */
export const unitOfTime = (locale: string, unit: TimeUnit) =>
  ({
    style: 'unit',
    unit,
    unitDisplay: locale.startsWith('de') ? 'short' : 'narrow',
    useGrouping: false,
  }) as const satisfies Intl.NumberFormatOptions;

const formats = new Map<string, Intl.NumberFormat>();

/** `4m`: a number with its unit. */
function inUnit(locale: string, unit: TimeUnit, count: number, digits = 1): string {
  const key = [locale, unit, digits].join();
  const format =
    formats.get(key) ?? new Intl.NumberFormat(locale, { ...unitOfTime(locale, unit), minimumIntegerDigits: digits });
  formats.set(key, format);
  return format.format(count);
}

/** `42s`, `5m`, `3h`, `2d`: a round time, in the largest unit that it is a whole number of. */
export function wholeTime(inSeconds: number, locale: string): string {
  if (inSeconds === 0 || inSeconds % 60 > 0) return inUnit(locale, 'second', inSeconds);
  if (inSeconds % 3600 > 0) return inUnit(locale, 'minute', inSeconds / 60);
  return inSeconds % 86_400 > 0 ? inUnit(locale, 'hour', inSeconds / 3600) : inUnit(locale, 'day', inSeconds / 86_400);
}

/** `42s`, `2m 18s`, `3h 05m`, `2d 4h`: a measured time in its two largest units. */
export function timeSpan(inSeconds: number, locale: string): string {
  const whole = Math.round(inSeconds);
  const [seconds, minutes, hours, days] = [
    whole % 60,
    Math.floor(whole / 60),
    Math.floor(whole / 3600),
    Math.floor(whole / 86_400),
  ];
  if (whole < 60) return inUnit(locale, 'second', whole);
  if (hours < 1) return `${inUnit(locale, 'minute', minutes)} ${inUnit(locale, 'second', seconds, 2)}`;
  if (days < 1) return `${inUnit(locale, 'hour', hours)} ${inUnit(locale, 'minute', minutes % 60, 2)}`;
  return `${inUnit(locale, 'day', days)} ${inUnit(locale, 'hour', hours % 24)}`;
}
