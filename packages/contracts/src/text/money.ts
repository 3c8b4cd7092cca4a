/** US dollars, small ones to the hundredth of a cent. */
export const inDollars = (usd: number, locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: usd < 1 ? 4 : 2,
  }).format(usd);
