/** Numbers that are written out, and units, in the languages that are written with spaces; folded as search folds. */
import type { Language } from '../../text/language.ts';

/** From two on: "one" is an article in most of them. */
const counted: Partial<Record<Language, string>> = {
  en: 'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  de: 'zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn zwanzig',
  fr: 'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
  es: 'dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte',
  it: 'due tre quattro cinque - sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti',
  pt: 'dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove vinte',
  nl: 'twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig',
  pl: 'dwa trzy cztery piec szesc siedem osiem dziewiec dziesiec jedenascie dwanascie trzynascie czternascie pietnascie szesnascie siedemnascie osiemnascie dziewietnascie dwadziescia',
};
/** 30, 40 … 100. */
const tens: Partial<Record<Language, string>> = {
  en: 'thirty forty fifty sixty seventy eighty ninety hundred',
  de: 'dreissig vierzig funfzig sechzig siebzig achtzig neunzig hundert',
  fr: 'trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix cent',
  es: 'treinta cuarenta cincuenta sesenta setenta ochenta noventa cien',
  it: 'trenta quaranta cinquanta sessanta settanta ottanta novanta cento',
  pt: 'trinta quarenta cinquenta sessenta setenta oitenta noventa cem',
  nl: 'dertig veertig vijftig zestig zeventig tachtig negentig honderd',
  pl: 'trzydziesci czterdziesci piecdziesiat szescdziesiat siedemdziesiat osiemdziesiat dziewiecdziesiat sto',
};

/** Maps a language's number words to their digits. */
function wordsOf(language: Language): Map<string, string> {
  const small = (counted[language] ?? '').split(' ').map((word, index) => [word, String(index + 2)] as const);
  const large = (tens[language] ?? '').split(' ').map((word, index) => [word, String((index + 3) * 10)] as const);
  return new Map([...small, ...large].filter(([word]) => word.length > 1));
}

const byLanguage = new Map<Language, Map<string, string>>();

/** Returns the digits of a folded number word in a language; undefined for another word. */
export function numberWord(word: string, language: Language): string | undefined {
  const known = byLanguage.get(language) ?? wordsOf(language);
  byLanguage.set(language, known);
  return known.get(word);
}

/** Beginnings of folded words next to a number that name its unit. */
const unitStarts: Record<string, string> = {
  minute: 'دقيق minut minuut dakika',
  hour: 'ساع hour stund heure hora ore ora uur uren godzin saat',
  day: 'يوم ايام أيام day tag jour dia dias giorn dag dzien dni gun werktag arbeitstag werkdag',
  week: 'اسبوع أسبوع أسابيع week woche semain seman settiman tydzien tygod hafta',
  month: 'شهر اشهر أشهر month monat mois mes mese mesi maand miesiac miesiec',
  year: 'سنة سنوات عام year jahr annee ans an ano anos anni anno jaar rok lat yil',
  EUR: 'eur euro euros',
  USD: 'usd dollar',
  GBP: 'gbp pound pfund livre',
  CHF: 'chf frank franc',
  JPY: 'jpy yen',
  PLN: 'pln zlot zl',
  TRY: 'try lira',
  '%': 'percent prozent pourcent porcent procent',
};
const exact = new Set([
  'an',
  'ans',
  'dia',
  'mes',
  'eur',
  'ore',
  'ora',
  'lat',
  'rok',
  'try',
  'zl',
  'gun',
  'dag',
  'day',
  'tag',
]);
const starts = Object.entries(unitStarts).flatMap(([unit, words]) =>
  words.split(' ').map((start) => ({ unit, start })),
);
const symbols: Record<string, string> = {
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  '％': '%',
  '%': '%',
  円: 'JPY',
  元: 'CNY',
  天: 'day',
  日: 'day',
  周: 'week',
  週: 'week',
  月: 'month',
  年: 'year',
  分: 'minute',
  時: 'hour',
  时: 'hour',
};

export const currencies: ReadonlySet<string> = new Set(['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'PLN', 'TRY', 'CNY']);

/** Returns the unit that a word or sign stands for; undefined if it is not a unit. */
export function unitOf(word: string): string | undefined {
  const symbol = symbols[word];
  if (symbol) return symbol;
  return starts.find(({ start }) =>
    exact.has(start)
      ? word === start || word === `${start}s` || word === `${start}e` || word === `${start}es` || word === `${start}en`
      : word.startsWith(start),
  )?.unit;
}
