import { inDollars as inDollarsOf } from '@parley/contracts/text/money';
import { locale } from '../../i18n/language.ts';

/** US dollars, small ones to the hundredth of a cent. */
export const inDollars = (usd: number): string => inDollarsOf(usd, locale());

/** The number typed; null for nothing typed, or no number. */
export const numberOf = (text: string): number | null => {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? null : number;
};
