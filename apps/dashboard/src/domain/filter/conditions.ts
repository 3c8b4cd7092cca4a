/** Filter as rows that a user can change, and back. Nested groups are left to the API. */
import { dayOf as dayInWords } from '../../ui/times.ts';
import { channelName } from '@parley/contracts/channels/channel-name';
import { deliveryStates } from '@parley/contracts/channels/mail-states';
import { countryCodes } from '@parley/contracts/visitors/countries';
import { type Attribute, isDay } from '@parley/contracts/conversations/attributes';
import { conversationRatings } from '@parley/contracts/conversations/conversation-fields';
import type { Filter, FilterCondition } from '@parley/contracts/filter/filter';
import {
  attributeField,
  type BuiltInField,
  builtInFields,
  type FilterField,
  isAttributeField,
  kindOf,
  operatorNames,
} from '@parley/contracts/filter/filter-fields';
import type { ListSort } from '@parley/contracts/conversations/views';
import { search } from '../../i18n/en/search.ts';
import { views } from '../../i18n/en/views.ts';
import { countryName, language, listed, locale } from '../../i18n/language.ts';

/** Row of the form; `isNot` negates it. */
export interface Row {
  condition: FilterCondition;
  isNot: boolean;
}

export interface Rows {
  match: 'all' | 'any';
  rows: readonly Row[];
}

/** The rows of a filter; null for one that has groups in groups. */
export function rowsOf(filter: Filter | null): Rows | null {
  if (filter === null) return { match: 'all', rows: [] };
  const match = 'any' in filter ? 'any' : 'all';
  const parts = 'any' in filter ? filter.any : 'all' in filter ? filter.all : [filter];
  const rows = parts.map(rowOf);
  return rows.every((row) => row !== null) ? { match, rows } : null;
}

function rowOf(part: Filter): Row | null {
  if ('field' in part) return { condition: part, isNot: false };
  return 'not' in part && 'field' in part.not ? { condition: part.not, isNot: true } : null;
}

/** Returns the rows as a filter; null if there are none. */
export function filterOf({ match, rows }: Rows): Filter | null {
  const parts = rows.map(({ condition, isNot }): Filter => (isNot ? { not: condition } : condition));
  if (parts.length === 0) return null;
  return match === 'any' ? { any: parts } : { all: parts };
}

/** A new field needs its words here. */
const builtInWords: Record<BuiltInField, () => string> = {
  status: () => views('status'),
  aiAssisted: () => views('aiAssisted'),
  assignee: () => views('assignee'),
  team: () => views('ofTeam'),
  website: () => views('website'),
  company: () => views('company'),
  mailbox: () => views('mailbox'),
  channel: () => views('channel'),
  delivery: () => views('delivery'),
  participant: () => views('participant'),
  tag: () => views('tag'),
  priority: () => views('priority'),
  rating: () => views('rating'),
  toFollowUp: () => views('toFollowUp'),
  sla: () => views('sla'),
  snoozed: () => views('snoozed'),
  unread: () => views('unread'),
  following: () => views('following'),
  createdAt: () => views('createdAt'),
  updatedAt: () => views('updatedAt'),
  waitingSince: () => views('waitingSince'),
  ratedAt: () => views('ratedAt'),
  dueAt: () => views('dueAt'),
  dueSoonAt: () => views('dueSoonAt'),
  breached: () => views('breached'),
  snoozedUntil: () => views('snoozedUntil'),
  closedAt: () => views('closed'),
  customer: () => search('customer'),
  subject: () => views('subject'),
  customerEmail: () => views('customerEmail'),
  customerName: () => views('customerName'),
  country: () => views('country'),
  referrer: () => views('referrer'),
  utmSource: () => views('utmSource'),
  utmMedium: () => views('utmMedium'),
  utmCampaign: () => views('utmCampaign'),
};

/** Returns the attribute that a field is; undefined for another field, or one that is deleted or not loaded yet. */
const attributeOf = (field: FilterField, { attributes }: Pick<Known, 'attributes'>): Attribute | undefined =>
  attributes.find((each) => attributeField(each) === field);

/** Returns a field's name. */
export function fieldWords(field: FilterField, known: Pick<Known, 'attributes'>): string {
  if (!isAttributeField(field)) return builtInWords[field]();
  return attributeOf(field, known)?.name ?? views('attributeGone', { key: field.slice(field.indexOf('.') + 1) });
}

/** A new field to sort by needs its words here. */
export const sortWords: Record<ListSort, () => string> = {
  activity: () => views('activity'),
  waiting: () => views('waitingLongest'),
  due: () => views('byDue'),
  priority: () => views('byPriority'),
};

const operatorWords: Record<FilterCondition['op'], () => string> = {
  is: () => views('is'),
  in: () => views('is'),
  before: () => views('before'),
  after: () => views('after'),
  older_than: () => views('older_than'),
  newer_than: () => views('newer_than'),
  known: () => views('known'),
  has: () => views('has'),
  has_any: () => views('has'),
  contains: () => search('contains'),
  greater_than: () => views('greaterThan'),
  less_than: () => views('lessThan'),
};

/** Choice in a row: an operator, as it is or negated. */
export interface Comparison {
  id: string;
  op: FilterCondition['op'];
  isNot: boolean;
  label: string;
}

/** The comparisons of a field. Those that take lists are made of several rows, or over the API. */
export function comparisonsOf(field: FilterField, known: Pick<Known, 'attributes'>): Comparison[] {
  const attribute = attributeOf(field, known);
  return operatorNames(field, attribute?.type).flatMap((op): Comparison[] => {
    if (op === 'in' || op === 'has_any') return [];
    const kind = kindOf(field).kind;
    if ((kind === 'attribute' || kind === 'word') && op === 'known')
      return [{ id: op, op, isNot: false, label: views('isSet') }];
    const plain = { id: op, op, isNot: false, label: operatorWords[op]() };
    const isOfAttribute = kind === 'attribute' && op === 'is' && attribute?.type !== 'yes_no';
    if (kind === 'choice' || kind === 'id' || kind === 'word' || isOfAttribute)
      return [plain, { id: `not ${op}`, op, isNot: true, label: views('isNot') }];
    if (op === 'contains') return [plain, { id: `not ${op}`, op, isNot: true, label: search('containsNot') }];
    if (op === 'has') return [plain, { id: `not ${op}`, op, isNot: true, label: views('hasNot') }];
    return [plain];
  });
}

export interface Choice {
  value: string;
  label: string;
}

/** Names of field values that the catalogue does not contain: users, websites, tags. */
export interface Known {
  users: readonly { id: string; name: string }[];
  websites: readonly { id: string; domain: string }[];
  companies: readonly { id: string; name: string }[];
  mailboxes: readonly { id: string; name: string }[];
  tags: readonly { id: string; name: string }[];
  teams: readonly { id: string; name: string }[];
  slaPolicies: readonly { id: string; name: string }[];
  attributes: readonly Attribute[];
}

const durations = ['PT15M', 'PT1H', 'P1D', 'P7D', 'P30D'] as const;
const yesNo = (): Choice[] => [
  { value: 'true', label: views('yes') },
  { value: 'false', label: views('no') },
];

/** Returns the values to choose from; null where a day, a number or a text is typed. */
export function valuesOf({ field, op }: FilterCondition, known: Known): Choice[] | null {
  const kind = kindOf(field);
  if (op === 'known' || kind.kind === 'flag') return yesNo();
  if (op === 'older_than' || op === 'newer_than') return durations.map((value) => ({ value, label: views(value) }));
  if (kind.kind === 'attribute') return choicesOf(attributeOf(field, known));
  if (field === 'country') return countries();
  if (kind.kind === 'instant' || kind.kind === 'text' || kind.kind === 'word') return null;
  if (field === 'rating')
    return conversationRatings.map((value) => ({ value, label: value === 'none' ? views('notRated') : value }));
  if (kind.kind === 'choice') return kind.values.map((value) => ({ value, label: choiceWords(value) }));
  if (field === 'tag') return known.tags.map(({ id, name }) => ({ value: id, label: name }));
  if (field === 'team')
    return [
      ...known.teams.map(({ id, name }) => ({ value: id, label: name })),
      { value: 'none', label: views('noTeam') },
    ];
  if (field === 'sla')
    return [
      ...known.slaPolicies.map(({ id, name }) => ({ value: id, label: name })),
      { value: 'none', label: views('noSla') },
    ];
  if (field === 'website')
    return [
      ...known.websites.map(({ id, domain }) => ({ value: id, label: domain })),
      { value: 'none', label: views('noWebsite') },
    ];
  if (field === 'company')
    return [
      ...known.companies.map(({ id, name }) => ({ value: id, label: name })),
      { value: 'none', label: views('noCompany') },
    ];
  if (field === 'mailbox')
    return [
      ...known.mailboxes.map(({ id, name }) => ({ value: id, label: name })),
      { value: 'none', label: views('noMailbox') },
    ];
  return [
    { value: 'me', label: views('myself') },
    { value: 'nobody', label: views('nobody') },
    ...known.users.map(({ id, name }) => ({ value: id, label: name })),
  ];
}

/** Every country, by its name in the user's language. */
const countries = (): Choice[] =>
  countryCodes
    .map((value) => ({ value, label: countryName(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, locale()));

function choicesOf(attribute: Attribute | undefined): Choice[] | null {
  if (attribute?.type === 'yes_no') return yesNo();
  return attribute?.type === 'choice' ? attribute.choices.map((value) => ({ value, label: value })) : null;
}

/** Field in which a value is typed. */
export type ValueField = 'text' | 'number' | 'day' | 'instant';

/** Returns the field for a value that isn't chosen. */
export function valueField({ field, op }: FilterCondition, known: Known): ValueField {
  if (op === 'contains' || kindOf(field).kind === 'word') return 'text';
  if (!isAttributeField(field)) return 'instant';
  const type = attributeOf(field, known)?.type;
  return type === 'number' ? 'number' : type === 'date' ? 'day' : 'text';
}

const choices = ['active', 'waiting', 'closed', 'low', 'normal', 'high', 'urgent', ...deliveryStates] as const;
const choiceWords = (value: string): string => {
  const word = choices.find((each) => each === value);
  return word ? views(word) : channelName(value, language());
};

/** A value as its control shows it. */
export const shownValue = (value: FilterCondition['value']): string => String([value].flat()[0] ?? '');

/** A control's value as the filter has it. */
export function readValue({ field, op }: FilterCondition, text: string, known: Known): FilterCondition['value'] {
  const type = attributeOf(field, known)?.type;
  if (op === 'known' || kindOf(field).kind === 'flag' || type === 'yes_no') return text === 'true';
  return type === 'number' ? Number(text) : text;
}

/** A condition to begin with; null while there is nothing to compare with, as tags before the first. */
export function firstCondition(field: FilterField, known: Known): Row | null {
  const offered = comparisonsOf(field, known);
  // Users remember words of a text more often than all of it.
  const comparison = offered.find(({ op }) => op === 'contains') ?? offered[0];
  if (!comparison) return null;
  return withComparison({ condition: { field, op: comparison.op, value: '' }, isNot: false }, comparison, known);
}

/** The row with another comparison; its value stays where that takes it. */
export function withComparison({ condition }: Row, { op, isNot }: Comparison, known: Known): Row | null {
  const changed = { ...condition, op };
  const values = valuesOf(changed, known);
  const shown = shownValue(condition.value);
  if (values === null) return { condition: { ...changed, value: typedValue(changed, shown, known) }, isNot };
  const value = values.find((each) => each.value === shown)?.value ?? values[0]?.value;
  return value === undefined ? null : { condition: { ...changed, value: readValue(changed, value, known) }, isNot };
}

/** Returns what was typed so far if the field takes it, otherwise a value to begin with. */
function typedValue(condition: FilterCondition, shown: string, known: Known): FilterCondition['value'] {
  const today = new Date(new Date().setHours(0, 0, 0, 0));
  switch (valueField(condition, known)) {
    case 'text':
      return shown;
    case 'number':
      return Number.isFinite(Number(shown)) ? Number(shown) : 0;
    case 'day':
      return isDay(shown) ? shown : dayOf(today);
    case 'instant':
      return Number.isNaN(Date.parse(shown)) ? today.toISOString() : shown;
  }
}

/** A day where the browser is, as in `2026-11-22`. */
const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** `Assigned to is Me`: a row in words, for who removes it. */
export function rowWords({ condition, isNot }: Row, known: Known): string {
  const { field, op, value } = condition;
  const comparison = comparisonsOf(field, known).find((each) => each.op === op && each.isNot === isNot)?.label ?? op;
  const values = valuesOf(condition, known);
  const words = [value]
    .flat()
    .map((each) =>
      values
        ? (values.find((choice) => choice.value === String(each))?.label ?? String(each))
        : valueField(condition, known) === 'instant'
          ? dayInWords(String(each))
          : String(each),
    );
  return `${fieldWords(field, known)} ${comparison} ${listed(words)}`;
}

/** Returns the fields to choose from; `present` too where it is none of them, as a deleted attribute. */
export function fieldChoices(known: Known, present?: FilterField): { value: FilterField; label: string }[] {
  const fields = new Set([...builtInFields, ...known.attributes.map(attributeField), ...(present ? [present] : [])]);
  return [...fields].map((value) => ({ value, label: fieldWords(value, known) }));
}
