/** Counts the conversations that match a filter, exactly: from the stored counts if these suffice. */
import type { Filter } from '@parley/contracts/filter/filter';
import type { FilterMeaning } from '@parley/contracts/filter/filter-fields';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { conversationFilterColumns, type FilterColumns, filterSql, instantOf, isAnsweredBy } from './filter.ts';

/** Columns of `conversation_counts` that conversations are counted by. */
const { status, aiAssisted, assignee, website, channel, priority } = conversationFilterColumns;
const countColumns: FilterColumns = {
  status,
  aiAssisted,
  assignee,
  website,
  channel,
  customerEmail: sql`conversations.has_email`,
  customerName: sql`conversations.has_name`,
};
const counts = sql`conversation_counts`;

/** With `pressing_counts`, which has those that are not of normal priority: all others are. */
const pressingColumns: FilterColumns = { ...countColumns, priority };
const sort = sql`status, is_ai_assisted, assigned_representative_id, website_id, channel, has_email, has_name`;
const countsByPriority = sql`(
  select ${sort}, 'normal'::conversation_priority as priority, n from conversation_counts
  union all select ${sort}, 'normal', -n from pressing_counts
  union all select ${sort}, priority, n from pressing_counts)`;

function countOf(filter: Filter, meaning: FilterMeaning): RawBuilder<unknown> {
  if (isAnsweredBy(countColumns, filter)) return addedUp(counts, filter, meaning, countColumns);
  if (isAnsweredBy(pressingColumns, filter)) return addedUp(countsByPriority, filter, meaning, pressingColumns);
  const begun = begunCount(filter, meaning);
  if (begun) return begun;
  const few = withoutFew(filter);
  if (few) return sql`(${countOf(few.all, meaning)} - ${countOf(few.few, meaning)})`;
  const two = oneOrTheOther(filter);
  if (two) {
    const [one, other, both] = two.map((part) => countOf(part, meaning));
    return sql`(${one} + ${other} - ${both})`;
  }
  return sql`(select count(*) from conversations where not hidden and ${filterSql(filter, meaning)})`;
}

const addedUp = (
  from: RawBuilder<unknown>,
  filter: Filter,
  meaning: FilterMeaning,
  columns: FilterColumns,
): RawBuilder<unknown> => sql`(select coalesce(sum(n), 0) from ${from} as conversations
  where ${filterSql(filter, meaning, columns)})`;

/** By when they began alone: by the days, but for those of the day that the moment is in. */
function begunCount(filter: Filter, { now }: FilterMeaning): RawBuilder<unknown> | undefined {
  if (!('field' in filter) || filter.field !== 'createdAt') return undefined;
  const at = sql`${instantOf(filter, now)}::timestamptz`;
  const day = sql`date_trunc('day', ${at}, 'UTC')`;
  const before = sql`((select coalesce(sum(n), 0) from begun_counts where day < ${day})
    + (select count(*) from conversations where not hidden and created_at >= ${day} and created_at < ${at}))`;
  if (filter.op === 'before' || filter.op === 'older_than') return before;
  // Like the filter, `after` excludes the instant itself.
  const moment =
    filter.op === 'after' ? sql`(select count(*) from conversations where not hidden and created_at = ${at})` : sql`0`;
  return sql`((select coalesce(sum(n), 0) from begun_counts) - ${before} - ${moment})`;
}

/**
 * Splits a filter that excludes only a few conversations into all of them less those few, which an index finds.
 * Counting what is not snoozed would otherwise read nearly every row.
 */
function withoutFew(filter: Filter): { all: Filter; few: Filter } | undefined {
  const parts = partsOf(filter);
  const others = parts.filter((part) => !isAnsweredBy(pressingColumns, part));
  const [part] = others;
  const few = others.length === 1 && part ? fewOutside(part) : undefined;
  if (!few) return undefined;
  const kept = parts.filter((each) => each !== part);
  return { all: { all: kept }, few: { all: [...kept, few] } };
}

const partsOf = (filter: Filter): readonly Filter[] => ('all' in filter ? filter.all : [filter]);

/**
 * Returns a filter for what a condition excludes, if that is little and has an index; undefined for any other
 * condition.
 */
function fewOutside(part: Filter): Filter | undefined {
  if ('not' in part) {
    const { not } = part;
    return 'field' in not && not.field === 'tag' && not.op !== 'known' ? not : undefined;
  }
  if (!('field' in part) || part.value !== false) return undefined;
  return ['snoozed', 'following', 'unread'].includes(part.field) ? { ...part, value: true } : undefined;
}

/** Splits "one or the other" of two conditions into each of them less both, if an index finds either. */
function oneOrTheOther(filter: Filter): [Filter, Filter, Filter] | undefined {
  const parts = partsOf(filter);
  const choice = parts.find((part) => !isAnsweredBy(pressingColumns, part));
  if (!choice || !('any' in choice) || choice.any.length !== 2) return undefined;
  const [one, other] = choice.any;
  if (!one || !other || !isFound(one) || !isFound(other)) return undefined;
  const kept = parts.filter((part) => part !== choice);
  const has = (...chosen: Filter[]): Filter => ({ all: [...kept, ...chosen] });
  return [has(one), has(other), has(one, other)];
}

/** Returns true if the stored counts or an index can answer a condition. */
const isFound = (part: Filter): boolean =>
  isAnsweredBy(pressingColumns, part) ||
  ('field' in part &&
    (part.field === 'tag'
      ? part.op !== 'known'
      : part.field === 'team'
        ? ![part.value].flat().includes('none')
        : ['snoozed', 'following', 'unread'].includes(part.field) && part.value === true));

/** Returns the number of conversations that match each filter, in one statement and so of one snapshot. */
export async function countConversations(
  db: Database,
  filters: readonly Filter[],
  meaning: FilterMeaning,
): Promise<number[]> {
  if (filters.length === 0) return [];
  const { rows } = await sql<{ counts: (number | string)[] }>`
    select array[${sql.join(filters.map((filter) => countOf(filter, meaning)))}]::bigint[] as counts
  `.execute(db);
  return (rows[0]?.counts ?? []).map(Number);
}

/** Adds the rows of each sort up to one; readers see the same sums all the while. */
export async function mergeCounts(db: Database): Promise<number> {
  return (
    (await merge(db, counts, sort)) +
    (await merge(db, sql`pressing_counts`, sql`${sort}, priority`)) +
    (await merge(db, sql`begun_counts`, sql`day`))
  );
}

async function merge(db: Database, table: RawBuilder<unknown>, columns: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ merged: number }>`
    with gone as (
      delete from ${table} where (select count(*) from (select from ${table} limit 20000) part) > 500 returning *
    ), kept as (
      insert into ${table} (${columns}, n) select ${columns}, sum(n) from gone group by ${columns} having sum(n) <> 0
    )
    select count(*) as merged from gone
  `.execute(db);
  return rows[0]?.merged ?? 0;
}
