/** Writes measured times in a language. */

const formats = new Map<string, Intl.NumberFormat>();

/** Returns a number with its unit, as short as the language has it: `4m`. */
function inUnit(locale: string, unit: 'second' | 'minute' | 'hour' | 'day', count: number, digits = 1): string {
  const key = [locale, unit, digits].join();
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'narrow',
      useGrouping: false,
      minimumIntegerDigits: digits,
    });
  formats.set(key, format);
  return format.format(count);
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
