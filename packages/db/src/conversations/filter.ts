/** The filter as SQL over whitelisted columns: true or false of every row, never null, as the predicate. */
import type { AttributeSubject } from '@parley/contracts/conversations/attributes';
import {
  type FieldFilter,
  type FieldFilterName,
  fieldFilters,
  fieldOf,
  type FilteredField,
} from '@parley/contracts/conversations/conversation-fields';
import { durationMs, type Filter, type FilterCondition } from '@parley/contracts/filter/filter';
import {
  type BuiltInField,
  type FieldKind,
  type FilterMeaning,
  isAttributeField,
  kindOf,
} from '@parley/contracts/filter/filter-fields';
import { namedIds } from '@parley/contracts/filter/filter-matches';
import { tokensOf } from '@parley/contracts/filter/search-text';
import { type RawBuilder, sql } from 'kysely';
import { isFollowedBy } from '../followers/followers.ts';
import { isUnreadFor } from '../reads/unread.ts';
import { columnRef } from './fields.ts';

type Column = RawBuilder<unknown> | ((meaning: FilterMeaning) => RawBuilder<unknown>);

/**
 * Maps fields to columns. For a `presence` and a `flag`, the column is a condition; columns that depend on the user are
 * functions.
 */
export type FilterColumns = Partial<Record<BuiltInField, Column>>;

/** Whether a filter only asks if the field has a value. */
const isAsked = (name: FilteredField, { kind }: FieldFilter): boolean =>
  kind === 'presence' || (kind === 'flag' && fieldOf(name).none !== undefined);

/** The part of an object that a filter is about, or parts of a list's elements as one text; else the whole value. */
function partOf(column: RawBuilder<unknown>, how: FieldFilter): RawBuilder<unknown> {
  if (how.kind === 'word') return sql`(${column} ->> ${sql.lit(how.part)})`;
  if (how.kind !== 'text' || !how.parts) return column;
  const parts = sql.join(how.parts.map((part) => sql`each ->> ${sql.lit(part)}`));
  return sql`(select string_agg(concat_ws(' ', ${parts}), ' ') from jsonb_array_elements(${column}) as each)`;
}

/** Maps each field to its column in a table or CTE called `conversations`. */
export const conversationFilterColumns = {
  ...(Object.fromEntries(
    fieldFilters.map(({ filter, name, how }) => [
      filter,
      isAsked(name, how) ? sql`(${columnRef(name)} is not null)` : partOf(columnRef(name), how),
    ]),
  ) as Record<FieldFilterName, RawBuilder<unknown>>),
  company: sql`(select contacts.company_id from identities join contacts on contacts.id = identities.contact_id
    where identities.visitor_id = conversations.visitor_id)`,
  unread: ({ me }: FilterMeaning) => isUnreadFor(me),
  following: ({ me }: FilterMeaning) => isFollowedBy(me),
  customer: sql`concat_ws(' ', conversations.customer_email, conversations.customer_name)`,
} satisfies Record<BuiltInField, Column>;

/** A condition for `where`. @throws Error for a field that is not among the columns */
export function filterSql(
  filter: Filter,
  meaning: FilterMeaning,
  columns: FilterColumns = conversationFilterColumns,
): RawBuilder<boolean> {
  return compiled(filter, (condition) => {
    const kind = kindOf(condition.field);
    if (kind.kind === 'attribute') return attributeSql(condition, kind);
    const column = columnOf(columns, condition);
    if (!column) throw new Error(`The filter field ${condition.field} has no column here.`);
    return conditionSql(condition, kind, {
      ...meaning,
      column: typeof column === 'function' ? column(meaning) : column,
    });
  });
}

/** A condition on rows of `contacts`. @throws Error for a field that is no attribute of contacts or companies */
export const contactFilterSql = (filter: Filter): RawBuilder<boolean> =>
  compiled(filter, ownerAttributeSql({ contact: sql`contacts.id`, company: sql`contacts.company_id` }));

/** A condition on rows of `companies`. @throws Error for a field that is no attribute of companies */
export const companyFilterSql = (filter: Filter): RawBuilder<boolean> =>
  compiled(filter, ownerAttributeSql({ company: sql`companies.id` }));

function compiled(filter: Filter, compile: (condition: FilterCondition) => RawBuilder<boolean>): RawBuilder<boolean> {
  const each = (parts: readonly Filter[]) => parts.map((part) => compiled(part, compile));
  if ('all' in filter) return filter.all.length === 0 ? sql`true` : sql`(${sql.join(each(filter.all), sql` and `)})`;
  if ('any' in filter) return filter.any.length === 0 ? sql`false` : sql`(${sql.join(each(filter.any), sql` or `)})`;
  if ('not' in filter) return sql`(not ${compiled(filter.not, compile)})`;
  return compile(filter);
}

/** Returns true if every field of a filter is among the columns. */
export function isAnsweredBy(columns: FilterColumns, filter: Filter): boolean {
  if ('all' in filter) return filter.all.every((part) => isAnsweredBy(columns, part));
  if ('any' in filter) return filter.any.every((part) => isAnsweredBy(columns, part));
  if ('not' in filter) return isAnsweredBy(columns, filter.not);
  return columnOf(columns, filter) !== undefined;
}

const columnOf = (columns: FilterColumns, { field }: FilterCondition): Column | undefined =>
  isAttributeField(field) ? undefined : columns[field];

function conditionSql(
  { field, op, value }: FilterCondition,
  kind: Exclude<FieldKind, { kind: 'attribute' }>,
  { column, me, now }: FilterMeaning & { column: RawBuilder<unknown> },
): RawBuilder<boolean> {
  switch (kind.kind) {
    case 'word':
      return oneOfWords(op, value, column);
    case 'choice': {
      // In the text, not as values, so that indexes of some of them are known to do.
      const words = [value].flat().map((word) => sql.lit(word));
      return words.length === 1 ? sql`${column} = ${words[0]}` : sql`${column} in (${sql.join(words)})`;
    }
    case 'flag':
    case 'presence':
      return value === true ? sql`${column}` : sql`(not ${column})`;
    case 'text':
      // Every text matches a value that contains no words.
      return tokensOf(String(value)).length === 0
        ? sql`true`
        : sql`(conversations.id in (select conversation_id from customers_called(search_prefix(${value}::text)))
            and search_document(coalesce(${column}, '')) @@ search_prefix(${value}::text))`;
    case 'id':
      return field === 'company' ? ofCompanies(namedIds(value, me)) : oneOfIds(column, namedIds(value, me));
    case 'set': {
      // The condition names non-empty sets for the index, which contains no others.
      const isAny = sql<boolean>`${column} <> '{}'`;
      if (op === 'known') return value === true ? isAny : sql`(not ${isAny})`;
      return sql`(${isAny} and ${column} && ${[value].flat()}::uuid[])`;
    }
    case 'instant': {
      const holds = instantSql(op, value, column, now, kind);
      // The lists' indexes contain the id, so that rows of conversations that began later need not be read.
      return field === 'createdAt' && (op === 'before' || op === 'older_than')
        ? sql`(${holds} and conversations.id <= (select begun_before(${instantOf({ op, value }, now)}::timestamptz)))`
        : holds;
    }
  }
}

/** Requires a value that passes, of the conversation, its contact or its company. */
function attributeSql(
  condition: FilterCondition,
  kind: Extract<FieldKind, { kind: 'attribute' }>,
): RawBuilder<boolean> {
  const { op, value } = condition;
  const { subject, key } = kind;
  if (op === 'known' && value === false) return sql`(not ${attributeSql({ ...condition, value: true }, kind)})`;
  // The key is in the text, so that the planner knows how frequent its values are.
  const holds = sql`given.key = ${sql.lit(key)} and ${valueSql(op, value)}`;
  const ofRow = {
    conversation: sql`from attribute_values given where given.subject_id = conversations.id and ${holds}`,
    contact: sql`from identities join attribute_values given on given.subject_id = identities.contact_id
        where identities.visitor_id = conversations.visitor_id and ${holds}`,
    company: sql`from identities join contacts on contacts.id = identities.contact_id
        join attribute_values given on given.subject_id = contacts.company_id
        where identities.visitor_id = conversations.visitor_id and ${holds}`,
  }[subject];
  if (op !== 'contains' || tokensOf(String(value)).length === 0) return sql`exists (select ${ofRow})`;
  // The planner can't estimate how many texts contain the beginning of a word. Few are found by their index and hashed;
  // of many, a page of the list meets enough by looking at each of its rows.
  const found = {
    conversation: sql`select given.subject_id from attribute_values given where ${holds}`,
    contact: sql`select identities.visitor_id from attribute_values given
        join identities on identities.contact_id = given.subject_id where identities.visitor_id is not null and ${holds}`,
    company: sql`select identities.visitor_id from attribute_values given
        join contacts on contacts.company_id = given.subject_id join identities on identities.contact_id = contacts.id
        where identities.visitor_id is not null and ${holds}`,
  }[subject];
  const column = subject === 'conversation' ? sql`conversations.id` : sql`coalesce(conversations.visitor_id, ${noId})`;
  return sql`case
    when (select count(*) from (select from attribute_values given where ${holds} limit ${sql.lit(fewTexts + 1)}) as few)
      > ${sql.lit(fewTexts)} then coalesce((select true ${ofRow} limit 1), false)
    else ${column} in (${found})
  end`;
}

/** Compiles conditions about attributes of rows that contain the ids of these subjects. */
const ownerAttributeSql =
  (owners: Partial<Record<AttributeSubject, RawBuilder<unknown>>>) =>
  ({ field, op, value }: FilterCondition): RawBuilder<boolean> => {
    const kind = kindOf(field);
    const owner = kind.kind === 'attribute' ? owners[kind.subject] : undefined;
    if (kind.kind !== 'attribute' || !owner) throw new Error(`The filter field ${field} has no column here.`);
    const has = sql<boolean>`exists (select from attribute_values given
      where given.subject_id = ${owner} and given.key = ${sql.lit(kind.key)} and ${valueSql(op, value)})`;
    return op === 'known' && value === false ? sql`(not ${has})` : has;
  };

/** Maximum number of texts for which conversations are hashed. */
const fewTexts = 5_000;

const noId = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

function valueSql(op: FilterCondition['op'], value: FilterCondition['value']): RawBuilder<boolean> {
  if (op === 'known') return sql`true`;
  if (op === 'contains') {
    return tokensOf(String(value)).length === 0
      ? sql`given.text_value is not null`
      : sql`search_document(given.text_value) @@ search_prefix(${value}::text)`;
  }
  if (Array.isArray(value)) return sql`given.text_value = any(${value}::text[])`;
  const sign = { before: sql`<`, less_than: sql`<`, after: sql`>`, greater_than: sql`>` }[op as 'before'] ?? sql`=`;
  return typeof value === 'number'
    ? sql`given.number_value ${sign} ${value}::double precision`
    : sql`given.text_value ${sign} ${String(value)}::text collate "C"`;
}

function oneOfIds(column: RawBuilder<unknown>, named: readonly (string | null)[]): RawBuilder<boolean> {
  const ids = named.filter((id) => id !== null);
  const [id] = ids;
  const isNone = sql<boolean>`${column} is null`;
  if (id === undefined) return isNone;
  const isOne = ids.length === 1 ? sql`${column} = ${id}::uuid` : sql`${column} = any(${ids}::uuid[])`;
  return ids.length < named.length ? sql`(${isNone} or ${isOne})` : sql`(${column} is not null and ${isOne})`;
}

/** Requires one of these companies; few contacts belong to one, so their conversations are found by its index. */
function ofCompanies(named: readonly (string | null)[]): RawBuilder<boolean> {
  const ids = named.filter((id) => id !== null);
  const isOf = (condition: RawBuilder<unknown>) => sql<boolean>`(coalesce(conversations.visitor_id, ${noId}) in (
    select identities.visitor_id from contacts join identities on identities.contact_id = contacts.id
    where ${condition} and identities.visitor_id is not null))`;
  const isOne = isOf(sql`contacts.company_id = any(${ids}::uuid[])`);
  if (ids.length === named.length) return isOne;
  const isNone = sql<boolean>`(not ${isOf(sql`contacts.company_id is not null`)})`;
  return ids.length === 0 ? isNone : sql`(${isNone} or ${isOne})`;
}

/** Requires a visitor with such a value in this column of `visitors`; those with a rare one are found by its index. */
function oneOfWords(
  op: FilterCondition['op'],
  value: FilterCondition['value'],
  column: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (op === 'known') return value === true ? sql`(${column} is not null)` : sql`(${column} is null)`;
  return sql`(${column} is not null and ${column} = any(${[value].flat().map(String)}::text[]))`;
}

function instantSql(
  op: FilterCondition['op'],
  value: FilterCondition['value'],
  column: RawBuilder<unknown>,
  now: number,
  { nullable }: { nullable: boolean },
): RawBuilder<boolean> {
  if (op === 'known') return value === true ? sql`(${column} is not null)` : sql`(${column} is null)`;
  const at = instantOf({ op, value }, now);
  const sign = { before: sql`<`, older_than: sql`<`, after: sql`>`, newer_than: sql`>=` }[op as 'before'] ?? sql`=`;
  const holds = sql<boolean>`${column} ${sign} ${at}::timestamptz`;
  return nullable ? sql`(${column} is not null and ${holds})` : holds;
}

/** The moment that an instant is compared with. */
export function instantOf({ op, value }: Pick<FilterCondition, 'op' | 'value'>, now: number): string {
  const isRelative = op === 'older_than' || op === 'newer_than';
  return isRelative ? new Date(now - durationMs(String(value))).toISOString() : String(value);
}

/**
 * Returns true if a condition limits the filter to unread conversations; it looks only at `all` and single conditions.
 */
export const isOfUnread = (filter: Filter): boolean =>
  'all' in filter
    ? filter.all.some(isOfUnread)
    : 'field' in filter && filter.field === 'unread' && filter.value === true;

/**
 * Returns true if a condition limits the filter to closed conversations; it looks only at `all` and single conditions.
 */
export const isOfClosed = (filter: Filter): boolean =>
  'all' in filter
    ? filter.all.some(isOfClosed)
    : 'field' in filter && filter.field === 'status' && [filter.value].flat().every((value) => value === 'closed');

/** Returns true if any condition compares an attribute. */
export const isOfAttributes = (filter: Filter): boolean => {
  if ('all' in filter) return filter.all.some(isOfAttributes);
  if ('any' in filter) return filter.any.some(isOfAttributes);
  return 'not' in filter ? isOfAttributes(filter.not) : isAttributeField(filter.field);
};
