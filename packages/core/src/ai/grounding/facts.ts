/**
 * Finds the facts of a sentence that can be looked up: numbers with their unit, prices, dates, times, links, addresses,
 * names. A fact has the same key however it is written: 1,000 and 1.000 and 1 000, 3 March and 2026-03-03, € 5 and 5,00
 * EUR.
 */
import { folded, tokensOf } from '@parley/contracts/filter/search-text';
import { mailAddress, withoutEnding } from '../found-in-text.ts';
import { detectLanguage, type Language } from '../../text/language.ts';
import { monthNamed, regionNamed, weekdayNamed } from '../../text/calendar-words.ts';
import { currencies, numberWord, unitOf } from './number-words.ts';

export interface Fact {
  kind: 'number' | 'date' | 'time' | 'weekday' | 'link' | 'email' | 'name';
  /** Any of these is the same fact: some ways of writing can be read in two. */
  keys: string[];
  /** Unit of a number, if the text names one. */
  unit?: string | undefined;
}

const link =
  /\b(?:https?:\/\/|www\.)[^\s<>"'()（）」』】]+|(?<![a-z0-9-])(?:[a-z0-9-]{1,63}\.){1,6}(?:com|net|org|io|example|test|de|fr|es|it|pt|nl|pl|eu|co|shop|app|dev)\b(?:\/[^\s<>"'()]*)?/gi;
const isoDate = /\b(\d{4})-(\d{1,2})-(\d{1,2})\b|(\d{4})年(\d{1,2})月(\d{1,2})日/g;
const numericDate = /\b(\d{1,2})([./])(\d{1,2})\2(\d{4}|\d{2})\b|(\d{1,2})月(\d{1,2})日/g;
const namedDate =
  /\b(\d{1,2})(?:\.|st|nd|rd|th|er|º)?\s+(?:de\s+|of\s+)?(\p{L}{3,24})(?!\p{L})\.?(?:,?\s+(?:de\s+)?(\d{4})\b)?/gu;
const dateNamed = /(?<!\p{L})(\p{L}{3,24})\.?\s+(\d{1,2})(?:st|nd|rd|th)?\b(?:,?\s+(\d{4})\b)?/gu;
const time =
  /\b(\d{1,2})(?:[:h]|(?:\.(?=\d{2}\s*(?:uhr|am|pm))))(\d{2})\s*(am|pm|a\.\s?m|p\.\s?m)?|\b(\d{1,2})\s*(am|pm|a\.\s?m\.|p\.\s?m\.|uhr|h)(?![\p{L}\d])/giu;
const number = /\p{Nd}+(?:[.,'’\u00a0\u202f ]\p{Nd}{3}(?!\p{Nd}))*(?:[.,]\p{Nd}+)?/gu;
/** Runs that a code may be in: `codeIn` decides. */
const perhapsCode = /(?<![\p{L}\p{N}])[\p{Script=Latin}\p{N}-]+/gu;

/** The code in such a run, as of an order or a product: letters and digits mixed. */
function codeIn(run: string): string | undefined {
  if (!/\p{Script=Latin}/u.test(run) || !/\p{N}/u.test(run)) return undefined;
  return withoutEnding(run.replace(/^-+/, ''), '-');
}

/** Decimal digits of any script as the common ones. */
const plainDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => (/\d/.test(digit) ? digit : String(zeroOf(digit))));
/** Digits come in tens in every script. */
function zeroOf(digit: string): number {
  const at = digit.codePointAt(0) ?? 0;
  let zero = at;
  while (at - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return at - zero;
}

/** Trailing zeros after the point are insignificant; leading zeros are part of a number as it was given. */
const plain = (text: string): string => {
  const [whole = '', part = ''] = text.split('.');
  const fraction = withoutEnding(part, '0');
  return (whole || '0') + (fraction === '' ? '' : `.${fraction}`);
};

/** Each number of a text by the value that it has most likely. */
export const numberValues = (text: string): string[] =>
  [...text.matchAll(number)].map(([numeral]) => valuesOf(numeral)[0] ?? numeral);

/** The values that a written number can have, the likeliest first. */
export function valuesOf(written: string): string[] {
  const text = plainDigits(written).replaceAll(/[\s'’]/g, '');
  const marks = text.match(/[.,]/g) ?? [];
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last < 0) return [plain(text)];
  const whole = text.slice(0, last).replaceAll(/[.,]/g, '');
  const asDecimal = plain(`${whole}.${text.slice(last + 1)}`);
  const asThousands = plain(text.replaceAll(/[.,]/g, ''));
  const behind = text.length - last - 1;
  if (new Set(marks).size === 2) return [asDecimal];
  if (marks.length > 1) return [asThousands];
  return behind === 3 ? [asThousands, asDecimal] : [asDecimal];
}

const dateKeys = (day: number, month: number, year: number | undefined): string[] =>
  month < 1 || month > 12 || day < 1 || day > 31
    ? []
    : [`${month}-${day}`, ...(year ? [`${year}-${month}-${day}`] : [])];
const fullYear = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : text.length === 2 ? 2000 + Number(text) : Number(text);

/** The facts of a text, each once for each place. Takes time in proportion to the text. */
export function factsIn(text: string, language: Language = detectLanguage(text)): Fact[] {
  const facts: Fact[] = [];
  let rest = text;
  /** Removes each match, so that nothing is read twice. */
  const take = (pattern: RegExp, read: (groups: (string | undefined)[]) => Fact | undefined): void => {
    rest = rest.replaceAll(pattern, (found: string, ...more: (string | undefined)[]) => {
      const fact = read([found, ...more.slice(0, -2)]);
      if (!fact || fact.keys.length === 0) return found;
      facts.push(fact);
      return ' ';
    });
  };
  take(mailAddress, ([found = '']) => ({ kind: 'email', keys: [found.toLowerCase()] }));
  take(link, ([found = '']) => ({ kind: 'link', keys: [linkKey(found)] }));
  take(isoDate, ([, y, m, d, year, month, day]) => ({
    kind: 'date',
    keys: dateKeys(Number(d ?? day), Number(m ?? month), Number(y ?? year)),
  }));
  take(numericDate, ([, first, mark, second, year, month, day]) => {
    if (month) return { kind: 'date', keys: dateKeys(Number(day), Number(month), undefined) };
    const european = dateKeys(Number(first), Number(second), fullYear(year));
    const american = mark === '/' ? dateKeys(Number(second), Number(first), fullYear(year)) : [];
    return { kind: 'date', keys: [...european, ...american] };
  });
  take(namedDate, ([, day, name = '', year]) => named(day, name, year));
  take(dateNamed, ([, name = '', day, year]) => named(day, name, year));
  take(time, ([, hour, minutes, half, onlyHour, suffix]) => timeFact(hour ?? onlyHour, minutes, half ?? suffix));
  take(perhapsCode, ([run = '']) => {
    const found = codeIn(run);
    const isCount =
      found === undefined ||
      /^\p{N}+\p{L}{1,4}$/u.test(found) ||
      (/^[\p{N}-]+\p{L}+$/u.test(found) && unitOf(folded(found.replace(/^[\p{N}-]+/u, ''))));
    return isCount ? undefined : { kind: 'name', keys: [folded(found).replaceAll('-', '')] };
  });
  facts.push(...numbersIn(rest, language), ...weekdaysIn(rest), ...namesIn(rest, language));
  return facts;
}

const linkKey = (address: string): string =>
  withoutEnding(
    address
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, ''),
    '.,;:!?)',
  ).replace(/\/$/, '');

function named(day: string | undefined, name: string, year: string | undefined): Fact | undefined {
  const month = monthNamed(name);
  return month === undefined ? undefined : { kind: 'date', keys: dateKeys(Number(day), month, fullYear(year)) };
}

function timeFact(hour: string | undefined, minutes = '00', half = ''): Fact | undefined {
  const isHalf = /^[ap]/i.test(half);
  const count = Number(hour);
  if (count > 24 || Number(minutes) > 59) return undefined;
  const base = isHalf ? count % 12 : count;
  return { kind: 'time', keys: [`${/^p/i.test(half) ? base + 12 : base}:${minutes}`] };
}

/** Separator between the two numbers of a range. */
const range = /^\s*(?:[-–~〜]|to|or|and|bis|oder|und|à|ou|et|al?|o|e|y|tot|of|do|lub|から|至|到)\s*$/iu;

const longestRange = 12;

function numbersIn(text: string, language: Language): Fact[] {
  const found = [...text.matchAll(number)];
  const units = found.map(({ 0: numeral, index }) => {
    const end = index + numeral.length;
    return unitAhead(text.slice(Math.max(0, index - 8), index)) ?? unitBehind(text.slice(end, end + 30));
  });
  const written = found.map(({ 0: numeral, index }, at): Fact => {
    const next = found[at + 1];
    const between =
      next && next.index - index - numeral.length <= longestRange ? text.slice(index + numeral.length, next.index) : '';
    const isRange = range.test(between);
    const unit = units[at] ?? (isRange ? units[at + 1] : undefined);
    const keys = valuesOf(numeral);
    // Prices have no thousandths.
    return { kind: 'number', keys: unit !== undefined && currencies.has(unit) ? keys.slice(0, 1) : keys, unit };
  });
  const words = tokensOf(text);
  const spelled = words.flatMap(({ word, end }): Fact[] => {
    const value = numberWord(word, language);
    return value === undefined ? [] : [{ kind: 'number', keys: [value], unit: unitBehind(text.slice(end, end + 30)) }];
  });
  return [...written, ...spelled];
}

/** Up to one word may be between: "30 calendar days". */
function unitBehind(text: string): string | undefined {
  const sign = /^\s*[-–]?\s*([€$£¥％%円元天日周週月年分時时])/u.exec(text)?.[1];
  if (sign) return unitOf(sign);
  const [first, second] = /^[\s\u00a0-]*([\p{L}.]+)(?:[\s-]+(\p{L}+))?/u.exec(text)?.slice(1) ?? [];
  return (first && unitOf(folded(first.replaceAll('.', '')))) ?? (second && unitOf(folded(second)));
}
function unitAhead(text: string): string | undefined {
  const found = /(\p{Sc}|\p{Lu}{3})\s*$/u.exec(text)?.[1];
  return found && unitOf(folded(found));
}

const weekdaysIn = (text: string): Fact[] =>
  (text.match(/[\p{L}]+(?:-feira)?/gu) ?? []).flatMap((found): Fact[] => {
    const day = weekdayNamed(found);
    return day === undefined ? [] : [{ kind: 'weekday', keys: [String(day)] }];
  });

/** German capitalises every noun: only a word joined to one for a plan counts as a name. */
const germanPlan = /(\p{Lu}[\p{L}\d]{1,40})[- ](?:Tarif|Plan|Paket|Abo|Edition|Karte|Mitgliedschaft|Version)/gu;
const germanNoNames = /^(?:Der|Die|Das|Den|Dem|Des|Ein|Kein|Unser|Ihr|Mein|Dein|Jeder|Jede|Jeden|Diese|Welche)/u;
const noNames = new Set(['ok', 'faq', 'id', 'pdf', 'url', 'ai', 'eu', 'sms', 'pin', 'i']);

function namesIn(text: string, language: Language): Fact[] {
  const found =
    language === 'de'
      ? [...text.matchAll(germanPlan)].flatMap(({ 1: name = '' }) => (germanNoNames.test(name) ? [] : [name]))
      : [...text.matchAll(/(?<=[\p{L}\p{N},;)’'"-]\s{1,3})\p{Lu}[\p{L}\d]+/gu)].map(([name]) => name);
  const shouted = text.match(/(?<![\p{L}\p{N}])\p{Lu}{2,}(?![\p{L}\p{N}])/gu) ?? [];
  return [...new Set([...found, ...shouted])].flatMap((name): Fact[] => {
    const word = folded(name);
    if (noNames.has(word) || weekdayNamed(name) !== undefined || monthNamed(name) !== undefined || unitOf(word))
      return [];
    const region = regionNamed(word, language);
    return [{ kind: 'name', keys: region ? [word, region] : [word] }];
  });
}

/** Facts, words and values of a text, for looking facts up in it. */
export interface Known {
  /** Different ones, by kind and key. */
  facts: ReadonlyMap<string, readonly Fact[]>;
  words: ReadonlySet<string>;
  values: ReadonlySet<string>;
}

/** Everything of a text that a fact may be found in. */
export function knownIn(text: string): Known {
  const language = detectLanguage(text);
  const words = new Set<string>();
  for (const { word } of tokensOf(text)) {
    words.add(word);
    const region = regionNamed(word, language);
    if (region) words.add(region);
  }
  for (const [run] of text.matchAll(perhapsCode)) {
    const found = codeIn(run);
    if (found !== undefined) words.add(folded(found).replaceAll('-', ''));
  }
  const values = new Set([...text.matchAll(number)].flatMap(([found]) => valuesOf(found)));
  return { facts: byKey(factsIn(text, language)), words, values };
}

const keyed = (kind: Fact['kind'], key: string): string => `${kind} ${key}`;

/** A text may repeat a fact ten thousand times: it is looked up once. */
function byKey(facts: readonly Fact[]): Map<string, Fact[]> {
  const different = new Map(facts.map((fact) => [JSON.stringify([fact.kind, fact.unit, fact.keys]), fact]));
  const found = new Map<string, Fact[]>();
  for (const fact of different.values()) {
    for (const key of new Set(fact.keys)) {
      const others = found.get(keyed(fact.kind, key));
      if (others) others.push(fact);
      else found.set(keyed(fact.kind, key), [fact]);
    }
  }
  return found;
}

/** Returns true if a text contains a fact, in any notation. */
export function holds({ facts, words, values }: Known, fact: Fact): boolean {
  if (fact.kind === 'name') return fact.keys.some((key) => words.has(key) || words.has(key.replace(/s$/, '')));
  const isThere = fact.keys.some((key) => facts.get(keyed(fact.kind, key))?.some((other) => isSame(fact, other)));
  if (isThere) return true;
  // "From 9 to 18:00" names hours by their number.
  if (fact.kind === 'time') return fact.keys.some((key) => key.endsWith(':00') && values.has(key.slice(0, -3)));
  // Numbers without a unit: a year, an order number, an hour.
  return fact.kind === 'number' && fact.unit === undefined && fact.keys.some((key) => values.has(key));
}

/**
 * Whether two facts with a key in common are the same. A date with its year is another one than with another year; a
 * number that counts days is none that counts weeks.
 */
function isSame(fact: Fact, other: Fact): boolean {
  if (fact.unit !== undefined && fact.unit !== other.unit) return false;
  if (fact.kind === 'date') {
    const years = (keys: string[]) => keys.filter((key) => key.split('-').length === 3);
    const [ours, theirs] = [years(fact.keys), years(other.keys)];
    if (ours.length > 0 && theirs.length > 0) return ours.some((key) => theirs.includes(key));
  }
  return true;
}

/** Whether it is money. */
export const isPrice = ({ unit }: Fact): boolean => unit !== undefined && currencies.has(unit);
