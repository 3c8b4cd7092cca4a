const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Writes a size as a language does: `8 B`, `48 kB`, `1.2 MB`. */
export function sizeWords(bytes: number, locale: string): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** step;
  const parts = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    // The short form of a byte is a word in most languages.
    unitDisplay: step === 0 ? 'narrow' : 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).formatToParts(value);
  const isApart = parts.some(({ type }) => type === 'literal');
  return parts.map(({ type, value: part }) => (type === 'unit' && !isApart ? `\u00a0${part}` : part)).join('');
}
