/**
 * Filters as words of a search: `refund from:jane tag:vip -status:closed after:7d`. They become one filter
 * (`filter.ts`); the rest is text. The API and the search box read them by the same rules, and the search box shows
 * errors before it sends the search.
 */
import { type Attribute, type AttributeContent, isDay } from '../conversations/attributes.ts';
import { type ChoiceName, type FieldFilterName, fieldFilters } from '../conversations/conversation-fields.ts';
import { duration, type Filter, type FilterCondition, filterLimits } from './filter.ts';
import { attributeField } from './filter-fields.ts';
import { type LocalizedText, localize } from '../i18n/server-texts.ts';
import { folded } from './search-text.ts';

/** Filters with a fixed list of values, each of which is a key. */
const choiceValues = new Map(
  fieldFilters.flatMap(({ filter, how }) =>
    how.kind === 'choice' ? [[filter as ChoiceName, how.values] as const] : [],
  ),
);

/** Keys of values that are compared as a whole, with the field and the form that its values have. */
const wholeWords = {
  country: { field: 'country', form: (value) => value.toUpperCase() },
  referrer: { field: 'referrer', form: (value) => value.toLowerCase().replace(/^www\./, '') },
  utm_source: { field: 'utmSource', form: (value) => value },
  utm_medium: { field: 'utmMedium', form: (value) => value },
  utm_campaign: { field: 'utmCampaign', form: (value) => value },
} as const satisfies Record<string, { field: FieldFilterName; form: (value: string) => string }>;
type WholeWordKey = keyof typeof wholeWords;
const wholeWordKeys = Object.keys(wholeWords) as WholeWordKey[];
const isWholeWord = (key: string): key is WholeWordKey => Object.hasOwn(wholeWords, key);

/** Keys of texts, with the fields that their words are looked for in. */
const textKeys = {
  from: ['customer'],
  to: ['customer', 'participant'],
  cc: ['participant'],
  subject: ['subject'],
} as const satisfies Record<string, readonly FieldFilterName[] | readonly ['customer', ...FieldFilterName[]]>;
type TextKey = keyof typeof textKeys;
const textKeyNames = Object.keys(textKeys) as TextKey[];
const isTextKey = (key: string): key is TextKey => Object.hasOwn(textKeys, key);

export const searchKeys = [
  ...textKeyNames,
  'assignee',
  'team',
  'tag',
  'website',
  'company',
  'mailbox',
  'sla',
  ...choiceValues.keys(),
  ...wholeWordKeys,
  'is',
  'before',
  'after',
  'has',
] as const;
export type SearchKey = (typeof searchKeys)[number];

/** Names of values for keys that take names, with the ids that filters use. */
export interface SearchNames {
  users: readonly { id: string; name: string; email?: string | undefined }[];
  teams: readonly { id: string; name: string }[];
  websites: readonly { id: string; domain: string }[];
  companies: readonly { id: string; name: string }[];
  mailboxes: readonly { id: string; name: string; address?: string }[];
  slaPolicies: readonly { id: string; name: string }[];
  tags: readonly { id: string; name: string }[];
  attributes: readonly SearchableAttribute[];
}

export type SearchableAttribute = Pick<Attribute, 'subject' | 'key' | 'name' | 'type' | 'choices'>;

/** Calendar of the caller, for days in a search. */
export interface SearchDays {
  /** When a day begins, in milliseconds since the epoch; months count from 0. */
  startOf: (year: number, month: number, day: number) => number;
  /** Today, counted the same way. */
  today: readonly [year: number, month: number, day: number];
}

export interface SearchProblem {
  /** `several` names have what was typed; `day` is no date, `number` is none; the others are nothing that there is. */
  kind: 'missing' | 'unknown' | 'several' | 'day' | 'number';
  /** A `SearchKey`, or the word of an attribute. */
  key: string;
  value: string;
  /** Values to choose from; empty if any value is allowed. */
  among: readonly string[];
}

/** Filter in a search, with its position in the typed text. */
export interface SearchWord {
  /** A `SearchKey`, or the word of an attribute. */
  key: string;
  isNot: boolean;
  /** Typed text without quotes. */
  value: string;
  start: number;
  end: number;
  problem: SearchProblem | null;
}

export interface ReadSearch {
  /** Text to search for: everything but the filters. */
  text: string;
  /** Null without any. */
  filter: Filter | null;
  words: readonly SearchWord[];
}

/** Values of `is:` and `has:`, with the conditions that they mean. */
const states = {
  unread: { field: 'unread', op: 'is', value: true },
  read: { field: 'unread', op: 'is', value: false },
  snoozed: { field: 'snoozed', op: 'is', value: true },
  open: { field: 'status', op: 'in', value: ['active', 'waiting'] },
  mine: { field: 'assignee', op: 'is', value: 'me' },
  unassigned: { field: 'assignee', op: 'is', value: 'nobody' },
  assisted: { field: 'aiAssisted', op: 'is', value: true },
  due: { field: 'dueSoonAt', op: 'older_than', value: 'PT0M' },
  overdue: { field: 'dueAt', op: 'older_than', value: 'PT0M' },
  breached: { field: 'breached', op: 'is', value: true },
  rated: { field: 'ratedAt', op: 'known', value: true },
  to_follow_up: { field: 'toFollowUp', op: 'is', value: true },
  followed: { field: 'following', op: 'is', value: true },
} as const satisfies Record<string, FilterCondition | { value: readonly string[] }>;
const presences = {
  email: { field: 'customerEmail', op: 'known', value: true },
  name: { field: 'customerName', op: 'known', value: true },
  tag: { field: 'tag', op: 'known', value: true },
} as const satisfies Record<string, FilterCondition>;

/** Values with a fixed meaning, beside the names. */
const words = {
  assignee: ['me', 'nobody'],
  team: ['none'],
  website: ['none'],
  company: ['none'],
  mailbox: ['none'],
  sla: ['none'],
  tag: [],
} as const;
type NamedKey = keyof typeof words;

const isNamed = (key: SearchKey): key is NamedKey => Object.hasOwn(words, key);

const isChoice = (key: SearchKey): key is ChoiceName => choiceValues.has(key as ChoiceName);

/** The values of a key that are always the same ones; null where they are names, days or anything. */
function fixedValues(key: SearchKey): readonly string[] | null {
  if (isChoice(key)) return choiceValues.get(key) ?? null;
  if (key === 'is') return Object.keys(states);
  if (key === 'has') return Object.keys(presences);
  return null;
}

/** The values that a key takes; null where they are days or anything. */
export const searchValues = (key: SearchKey, names: SearchNames): readonly string[] | null =>
  key === 'has'
    ? [...Object.keys(presences), ...names.attributes.map(attributeWord)]
    : (fixedValues(key) ?? namesOf(key, names)?.map(({ name }) => name) ?? null);

/** Returns the names and fixed words that a key takes; null for a key without names. */
function namesOf(key: SearchKey, names: SearchNames): { id: string; name: string }[] | null {
  if (!isNamed(key)) return null;
  const list = {
    assignee: names.users,
    team: names.teams,
    tag: names.tags,
    website: names.websites,
    company: names.companies,
    mailbox: names.mailboxes,
    sla: names.slaPolicies,
  }[key];
  return [
    ...words[key].map((word) => ({ id: word, name: word })),
    ...list.map((each) => ({ id: each.id, name: 'domain' in each ? each.domain : each.name })),
  ];
}

const token = /(?<minus>-)?(?:(?<key>[a-z][a-z0-9_.]*):(?:"(?<quoted>[^"]*)"?|(?<value>[^\s"]*))|"[^"]*"?|[^\s"]+)/giu;

export const isSearchKey = (name: string | undefined): name is SearchKey => searchKeys.some((key) => key === name);

/** Keys that take no names. */
const selfContained: ReadonlySet<string> = new Set<SearchKey>([
  'from',
  'cc',
  'subject',
  'delivery',
  'status',
  'is',
  'priority',
  'channel',
  'before',
  'after',
  ...wholeWordKeys,
]);

/** Whether any word needs names to be read; one that is no key may be that of an attribute. */
export const asksForNames = (text: string): boolean =>
  [...text.matchAll(token)].some(({ groups }) => {
    const key = groups?.['key']?.toLowerCase();
    return key !== undefined && !selfContained.has(key) && !groups?.['value']?.startsWith('//');
  });

const attributePrefix = 'attr.';

/** The word of an attribute: its key, after `attr.` where that is a word already. */
export const attributeWord = ({ key }: Pick<Attribute, 'key'>): string =>
  isSearchKey(key) || Object.hasOwn(presences, key) ? attributePrefix + key : key;

/** Returns the attribute that a word means; every one may be written with `attr.` before its key. */
export function attributeOf(word: string | undefined, { attributes }: SearchNames): SearchableAttribute | undefined {
  const key = word?.startsWith(attributePrefix) ? word.slice(attributePrefix.length) : word;
  return word === key && isSearchKey(word) ? undefined : attributes.find((each) => each.key === key);
}

/** Takes a search apart. A word before a colon that is no key is text, like everything else. */
export function readSearch(typed: string, names: SearchNames, days: SearchDays): ReadSearch {
  const read: SearchWord[] = [];
  const filters: Filter[] = [];
  let text = '';
  for (const { 0: whole, index, groups } of typed.replaceAll('\0', ' ').matchAll(token)) {
    const key = groups?.['key']?.toLowerCase();
    const attribute = attributeOf(key, names);
    const isQuoted = groups?.['quoted'] !== undefined;
    const value = (groups?.['quoted'] ?? groups?.['value'] ?? '').trim();
    const values = isQuoted ? [value] : value.split(',');
    const found = attribute
      ? meaningOfAttribute({ word: attributeWord(attribute), attribute, days }, values)
      : isSearchKey(key)
        ? meaningOf(key, values, names, days)
        : undefined;
    if (key === undefined || !found) {
      text += `${whole} `;
      continue;
    }
    const isNot = groups?.['minus'] !== undefined;
    const problem = 'problem' in found ? found.problem : null;
    read.push({ key, isNot, value, start: index, end: index + whole.length, problem });
    if ('filter' in found) filters.push(isNot ? { not: found.filter } : found.filter);
  }
  const [only] = filters;
  const filter = filters.length === 1 && only ? only : filters.length > 0 ? { all: filters } : null;
  return { text: text.trim(), filter, words: read };
}

type Meaning = { filter: Filter } | { problem: SearchProblem };

function meaningOf(key: SearchKey, values: readonly string[], names: SearchNames, days: SearchDays): Meaning {
  const [value = ''] = values;
  if (values.includes('')) return wrong('missing', key, '', among(key, names));
  if (isTextKey(key)) {
    const joined = values.join(',').slice(0, filterLimits.text);
    const parts: Filter[] = textKeys[key].map((field) => ({ field, op: 'contains', value: joined }));
    const ours = key === 'to' ? mailboxesAt(joined, names) : [];
    if (ours.length > 0) parts.push(oneOf('mailbox', ours));
    const [only] = parts;
    return { filter: parts.length === 1 && only ? only : { any: parts } };
  }
  if (isWholeWord(key)) {
    const { field, form } = wholeWords[key];
    return { filter: oneOf(field, values.map(form)) };
  }
  if (key === 'before' || key === 'after') return meaningOfDay(key, value, days);
  if (key === 'is') return meaningOfState(key, values, states);
  if (key === 'has') return meaningOfState(key, values, { ...presences, ...presencesOfAttributes(names) });
  if (isNamed(key)) return meaningOfNames(key, values, names);
  const known = fixedValues(key) ?? [];
  const meant = values.map((each) => known.find((one) => one === each.toLowerCase()));
  const at = meant.indexOf(undefined);
  if (at >= 0) return wrong('unknown', key, values[at] ?? '', known);
  return {
    filter: oneOf(
      key,
      meant.filter((each) => each !== undefined),
    ),
  };
}

/** Mailboxes with an address that begins so: mail is sent to them, too. */
const mailboxesAt = (value: string, { mailboxes }: SearchNames): string[] =>
  mailboxes.flatMap(({ id, address }) => (address?.startsWith(value.toLowerCase()) ? [id] : [])).slice(0, 20);

const wrong = (kind: SearchProblem['kind'], key: string, value: string, choices: readonly string[]): Meaning => ({
  problem: { kind, key, value: value.slice(0, filterLimits.text), among: choices.slice(0, 10) },
});

const among = (key: SearchKey, names: SearchNames): readonly string[] => searchValues(key, names) ?? [];

function oneOf(field: FieldFilterName, values: string[]): Filter {
  const [only] = values;
  return values.length === 1 && only !== undefined
    ? { field, op: 'is', value: only }
    : { field, op: 'in', value: values };
}

type States = Record<string, FilterCondition | { field: 'status'; op: 'in'; value: readonly string[] }>;

const presencesOfAttributes = ({ attributes }: SearchNames): States =>
  Object.fromEntries(
    attributes.map((each) => [attributeWord(each), { field: attributeField(each), op: 'known', value: true }]),
  );

function meaningOfState(key: 'is' | 'has', values: readonly string[], known: States): Meaning {
  const parts: Filter[] = [];
  for (const each of values) {
    const name = each.toLowerCase();
    const state = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!state) return wrong('unknown', key, each, Object.keys(known));
    const { field, op, value } = state;
    parts.push({ field, op, value: typeof value === 'object' ? [...value] : value });
  }
  const [only] = parts;
  return { filter: parts.length === 1 && only ? only : { any: parts } };
}

interface AskedAttribute {
  word: string;
  attribute: SearchableAttribute;
  days: SearchDays;
}

/** Words of texts are looked for, choices may be unfinished, numbers and days may have `<` or `>` before them. */
function meaningOfAttribute({ word, attribute, days }: AskedAttribute, values: readonly string[]): Meaning {
  const field = attributeField(attribute);
  const { type } = attribute;
  if (values.includes('')) return wrong('missing', word, '', attributeValues(attribute) ?? []);
  if (type === 'text') {
    const joined = values.join(',').slice(0, filterLimits.text);
    return { filter: { field, op: 'contains', value: joined } };
  }
  const parts: Filter[] = [];
  for (const value of values) {
    const sign = /^[<>]/.exec(value)?.[0];
    const isCompared = sign !== undefined && (type === 'number' || type === 'date');
    const read = readAttribute(attribute, isCompared ? value.slice(1).trim() : value, days);
    if (typeof read === 'object') return wrong(read.kind, word, value, read.among);
    const [less, greater] = type === 'date' ? (['before', 'after'] as const) : (['less_than', 'greater_than'] as const);
    parts.push({ field, op: !isCompared ? 'is' : sign === '<' ? less : greater, value: read });
  }
  const [only] = parts;
  return { filter: parts.length === 1 && only ? only : { any: parts } };
}

function readAttribute(
  attribute: SearchableAttribute,
  value: string,
  { today: [year, month, day] }: SearchDays,
): AttributeContent | Pick<SearchProblem, 'kind' | 'among'> {
  const { type, choices } = attribute;
  const wanted = folded(value);
  if (type === 'number')
    return value !== '' && Number.isFinite(Number(value)) ? Number(value) : { kind: 'number', among: [] };
  if (type === 'date') {
    const date = wanted === 'today' ? new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10) : value;
    return isDay(date) ? date : { kind: 'day', among: [] };
  }
  if (type === 'yes_no') {
    const at = ['yes', 'no', 'true', 'false'].indexOf(wanted);
    return at >= 0 ? at % 2 === 0 : { kind: 'unknown', among: attributeValues(attribute) ?? [] };
  }
  const whole = choices.find((choice) => choice === value) ?? choices.find((choice) => folded(choice) === wanted);
  if (whole !== undefined) return whole;
  const begin = choices.filter((choice) => folded(choice).startsWith(wanted));
  const [only] = begin;
  if (begin.length === 1 && only !== undefined) return only;
  return begin.length > 1 ? { kind: 'several', among: begin } : { kind: 'unknown', among: choices };
}

/** The values that an attribute may have; null where they are texts, numbers or days. */
export function attributeValues({ type, choices }: Pick<Attribute, 'type' | 'choices'>): readonly string[] | null {
  if (type === 'yes_no') return ['yes', 'no'];
  return type === 'choice' ? choices : null;
}

function meaningOfNames(key: NamedKey, values: readonly string[], names: SearchNames): Meaning {
  const ids: string[] = [];
  for (const value of values) {
    const found = named(key, value, names);
    if (typeof found !== 'string') {
      const kind = found.length > 1 ? 'several' : 'unknown';
      return wrong(kind, key, value, found.length > 1 ? found : among(key, names));
    }
    ids.push(found);
  }
  if (key !== 'tag') return { filter: oneOf(key, ids) };
  const [only] = ids;
  return {
    filter:
      ids.length === 1 && only !== undefined
        ? { field: 'tag', op: 'has', value: only }
        : { field: 'tag', op: 'has_any', value: ids },
  };
}

/** Returns the id for a whole name, or for the beginning of only one; otherwise all names that begin so. */
function named(key: NamedKey, value: string, names: SearchNames): string | string[] {
  const wanted = folded(value);
  const all = namesOf(key, names) ?? [];
  const [whole, another] = all.filter(({ id, name }) => id === value.toLowerCase() || folded(name) === wanted);
  if (whole && !another) return whole.id;
  const byEmail = key === 'assignee' && names.users.find(({ email }) => email?.toLowerCase() === value.toLowerCase());
  if (byEmail) return byEmail.id;
  const begin = all.filter(
    ({ name }) =>
      folded(name).startsWith(wanted) ||
      folded(name)
        .split(/\s/)
        .some((word) => word.startsWith(wanted)),
  );
  const [only] = begin;
  return begin.length === 1 && only ? only.id : begin.map(({ name }) => name);
}

/**
 * `before:` is what began before, `after:` what was active after: both together hold for what went on in between. A day
 * begins at its midnight, a month or a year at that of its first day; `7d` is so long ago.
 */
function meaningOfDay(key: 'before' | 'after', value: string, days: SearchDays): Meaning {
  const field = key === 'before' ? 'createdAt' : 'updatedAt';
  const ago = /^(\d{1,4})([dhm])$/i.exec(value);
  if (ago) {
    const [, count = '', unit = ''] = ago;
    const long = unit.toLowerCase() === 'd' ? `P${count}D` : `PT${count}${unit.toUpperCase()}`;
    const op = key === 'before' ? 'older_than' : 'newer_than';
    return duration.test(long) ? { filter: { field, op, value: long } } : wrong('day', key, value, []);
  }
  const at = dayOf(value.toLowerCase(), days);
  if (at === undefined) return wrong('day', key, value, []);
  return { filter: { field, op: key, value: new Date(at).toISOString() } };
}

function dayOf(value: string, { startOf, today: [year, month, day] }: SearchDays): number | undefined {
  if (value === 'today') return startOf(year, month, day);
  if (value === 'yesterday') return startOf(year, month, day - 1);
  const [, y, m = '1', d = '1'] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(value) ?? [];
  if (y === undefined) return undefined;
  // A month or a day that there is not would become one of the next.
  const is = new Date(Date.UTC(Number(y), Number(m) - 1, Number(d)));
  const isInCalendar = is.getUTCMonth() === Number(m) - 1 && is.getUTCDate() === Number(d);
  return isInCalendar && Number(y) >= 1971 ? startOf(Number(y), Number(m) - 1, Number(d)) : undefined;
}

/** Days by universal time, as the API counts them. */
export function daysInUtc(now: number): SearchDays {
  const is = new Date(now);
  return { startOf: Date.UTC, today: [is.getUTCFullYear(), is.getUTCMonth(), is.getUTCDate()] };
}

/** Returns the message about an invalid search word, with the key and value. */
export function searchProblemWords({ kind, key, value, among: choices }: SearchProblem): LocalizedText {
  const names = choices.join(', ');
  if (kind === 'several') return localize('search_several', { key, value, names });
  if (kind === 'day') return localize('search_day', { key, value });
  if (kind === 'number') return localize('search_number', { key, value });
  const what = kind === 'missing' ? localize('search_missing', { key }) : localize('search_unknown', { key, value });
  return names === '' ? what : localize('and_then', { first: what, second: localize('there_are', { names }) });
}
