/**
 * Fields of conversation filters: those that compare a conversation's fields (`conversation-fields.ts`), declared
 * attributes, and others, which have an entry here and a column in `@parley/db/conversations/filter`.
 */
import type { Attribute, AttributeContent, AttributeSubject, AttributeType } from '../conversations/attributes.ts';
import {
  type FieldFilter,
  type FieldFilterName,
  fieldFilters,
  type FilteredField,
} from '../conversations/conversation-fields.ts';
import type { Conversation } from '../entities.ts';

/** Parts of a conversation that filters read. */
export type Filterable = Pick<Conversation, FilteredField | 'id' | 'unreadCount' | 'attributeValues'>;

/** Values for the relative words of a filter. */
export interface FilterMeaning {
  /** Id of the caller. */
  me: string;
  /** Milliseconds since the epoch, for `older_than` and `newer_than`. */
  now: number;
}

/** Data outside the conversation, such as whether the caller follows it. */
export interface FilterKnowledge extends FilterMeaning {
  follows: (conversationId: string) => boolean;
}

/** How the values of a field are written and compared, and so which operators it has. */
export type FieldKind =
  /** A value of a fixed list. */
  | { kind: 'choice'; values: readonly string[]; of: (conversation: Filterable) => string }
  /** Yes or no. */
  | { kind: 'flag'; of: (conversation: Filterable, known: FilterKnowledge) => boolean }
  /** An id or none; `me` means the caller, `nobody` and `none` mean none. */
  | { kind: 'id'; words: readonly ('me' | 'nobody' | 'none')[]; of: (conversation: Filterable) => string | null }
  /** An instant, perhaps none. */
  | { kind: 'instant'; nullable: boolean; of: (conversation: Filterable) => string | null }
  /** Some ids, perhaps none. */
  | { kind: 'set'; of: (conversation: Filterable) => readonly string[] }
  /** A short text, perhaps none, which is compared as a whole. */
  | { kind: 'word'; of: (conversation: Filterable) => string | null }
  /** A text in which words are looked for. */
  | { kind: 'text'; of: (conversation: Filterable) => string }
  /** A text of which is only asked whether there is one. */
  | { kind: 'presence'; of: (conversation: Filterable) => string | null }
  /** The value of an attribute, perhaps none. Its operators depend on the attribute's type. */
  | {
      kind: 'attribute';
      subject: AttributeSubject;
      key: string;
      of: (conversation: Filterable) => AttributeContent | undefined;
    };

/** The operators of each kind, and what their value is. */
const fieldOperators = {
  choice: { is: 'one', in: 'some' },
  flag: { is: 'boolean' },
  id: { is: 'one', in: 'some' },
  instant: { before: 'instant', after: 'instant', older_than: 'duration', newer_than: 'duration', known: 'boolean' },
  set: { has: 'one', has_any: 'some', known: 'boolean' },
  word: { is: 'word', in: 'words', known: 'boolean' },
  text: { contains: 'text' },
  presence: { known: 'boolean' },
} as const satisfies Record<Exclude<FieldKind['kind'], 'attribute'>, Record<string, FilterValueKind>>;

/** The operators of each type of attribute, and what their value is. */
const attributeOperators = {
  text: { is: 'word', in: 'words', contains: 'text', known: 'boolean' },
  choice: { is: 'word', in: 'words', known: 'boolean' },
  number: { is: 'number', greater_than: 'number', less_than: 'number', known: 'boolean' },
  date: { is: 'day', before: 'day', after: 'day', known: 'boolean' },
  yes_no: { is: 'boolean', known: 'boolean' },
} as const satisfies Record<AttributeType, Record<string, FilterValueKind>>;

/** Kinds of values that operators take: one or some values of the field, or something of its own. */
export type FilterValueKind =
  | 'one'
  | 'some'
  | 'boolean'
  | 'instant'
  | 'duration'
  | 'text'
  /** A whole text of an attribute, or a list of them. */
  | 'word'
  | 'words'
  | 'number'
  /** A day such as `2026-11-22`. */
  | 'day';

type KeysOfEach<T> = T extends unknown ? keyof T : never;
export type FilterOperator =
  | KeysOfEach<(typeof fieldOperators)[keyof typeof fieldOperators]>
  | KeysOfEach<(typeof attributeOperators)[AttributeType]>;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Returns a text, or these parts of a list's elements. */
const textIn = (value: unknown, parts: readonly string[] = []): string =>
  Array.isArray(value)
    ? value.flatMap((each) => parts.map((part) => textOf(Reflect.get(Object(each), part)) ?? '')).join(' ')
    : (textOf(value) ?? '');

/** How a filter compares a field of a conversation, with the field's value. */
function kindFor(name: FilteredField, how: FieldFilter): FieldKind {
  switch (how.kind) {
    case 'choice':
      return { ...how, of: (each: Filterable) => textOf(each[name]) ?? '' };
    case 'flag':
      return { ...how, of: (each: Filterable) => each[name] === true || textOf(each[name]) !== null };
    case 'set':
      return { ...how, of: (each: Filterable) => [each[name] ?? []].flat().map(String) };
    case 'word':
      return { kind: 'word', of: (each: Filterable) => textOf(Reflect.get(Object(each[name]), how.part)) };
    case 'id':
    case 'instant':
    case 'presence':
      return { ...how, of: (each: Filterable) => textOf(each[name]) };
    case 'text':
      return { kind: 'text', of: (each: Filterable) => textIn(each[name], how.parts) };
  }
}

/** Fields that compare one of a conversation's, of these kinds. */
const fieldsOf = (...kinds: readonly FieldKind['kind'][]) =>
  Object.fromEntries(
    fieldFilters
      .filter(({ how }) => kinds.includes(how.kind))
      .map(({ filter, name, how }) => [filter, kindFor(name, how)]),
  ) as Record<FieldFilterName, FieldKind>;

/** In the order in which they are offered. */
export const filterFields = {
  ...fieldsOf('choice', 'flag', 'id', 'set'),
  unread: { kind: 'flag', of: ({ unreadCount }) => unreadCount > 0 },
  following: { kind: 'flag', of: ({ id }, { follows }) => follows(id) },
  ...fieldsOf('instant'),
  customer: { kind: 'text', of: (each) => `${each.customerEmail ?? ''} ${each.customerName ?? ''}` },
  ...fieldsOf('text', 'presence', 'word'),
} satisfies Record<string, FieldKind>;

/** A field that every installation has. */
export type BuiltInField = keyof typeof filterFields;
export const builtInFields = Object.keys(filterFields) as BuiltInField[];

/** An attribute as a field: `contact.plan`. */
export type AttributeField = `${AttributeSubject}.${string}`;
export type FilterField = BuiltInField | AttributeField;

/** Part of an attribute that filters depend on. */
export type FilterableAttribute = Pick<Attribute, 'subject' | 'key' | 'type'>;

export const attributeField = ({ subject, key }: Pick<Attribute, 'subject' | 'key'>): AttributeField =>
  `${subject}.${key}`;

const attributePattern = /^(conversation|contact|company)\.[a-z][a-z0-9_]{0,39}$/;

/** Whether a field is that of an attribute, declared or not. */
export const isAttributeField = (field: string): field is AttributeField => attributePattern.test(field);

/** Lists that are filtered by attributes alone, with the subjects of these. */
const attributeLists = {
  contacts: ['contact', 'company'],
  companies: ['company'],
} as const satisfies Record<string, readonly AttributeSubject[]>;
export type AttributeList = keyof typeof attributeLists;

/** Whether a list is filtered by a field. */
export const isFieldOf = (list: AttributeList, field: FilterField): boolean =>
  isAttributeField(field) && attributeLists[list].some((subject) => field.startsWith(`${subject}.`));

/** Whether a filter, as text or not yet checked, may name an attribute. */
export const mayNameAttribute = (filter: unknown): boolean =>
  /"(?:conversation|contact|company)\./.test(typeof filter === 'string' ? filter : JSON.stringify(filter));

/** How a field's values are written and compared. */
export function kindOf(field: FilterField): FieldKind {
  if (!isAttributeField(field)) return filterFields[field];
  const at = field.indexOf('.');
  const key = field.slice(at + 1);
  return {
    kind: 'attribute',
    subject: field.slice(0, at) as AttributeSubject,
    key,
    of: ({ attributeValues }) => attributeValues?.[key],
  };
}

/**
 * Returns the operators of a field, each with the kind of value that it takes: several if the type of an attribute isn't
 * given.
 */
export function operatorsOf(
  field: FilterField,
  type?: AttributeType,
): Readonly<Record<string, readonly FilterValueKind[]>> {
  const kind = kindOf(field);
  const sets: Record<string, FilterValueKind>[] =
    kind.kind !== 'attribute'
      ? [fieldOperators[kind.kind]]
      : type
        ? [attributeOperators[type]]
        : Object.values(attributeOperators);
  const found: Record<string, FilterValueKind[]> = {};
  for (const [op, value] of sets.flatMap((each) => Object.entries(each))) {
    if (op === 'known' && kind.kind === 'instant' && !kind.nullable) continue;
    if (!found[op]?.includes(value)) (found[op] ??= []).push(value);
  }
  return found;
}

/** The operators that a field has. */
export const operatorNames = (field: FilterField, type?: AttributeType): FilterOperator[] =>
  Object.keys(operatorsOf(field, type)) as FilterOperator[];
