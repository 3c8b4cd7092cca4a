/** Texts about files in mails and transcripts. */
import { fileTexts } from '@parley/contracts/i18n/catalogues/files';
import { deliveredFileLinkDays } from '@parley/contracts/channels/limits';
import type { Language } from '../text/language.ts';

/** Returns the end of a link sent now, and its text for a mail. */
export function linkEnd(language: Language, timeZone = 'UTC'): { ends: Date; until: string } {
  const ends = new Date(Date.now() + deliveredFileLinkDays * 24 * 3600 * 1000);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(ends);
  return { ends, until: fileTexts(language)('until', { date }) };
}

/** Such as `1.2 MB`. */
export function sizeWords(bytes: number, language: Language): string {
  const [unit, per] = bytes < 1_000_000 ? (['kilobyte', 1_000] as const) : (['megabyte', 1_000_000] as const);
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / per);
}
