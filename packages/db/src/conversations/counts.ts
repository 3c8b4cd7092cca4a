/** How many conversations a filter takes in, exactly: added up from the counts by sort where they can tell. */
import type { Filter } from '@parley/contracts/filter';
import type { FilterMeaning } from '@parley/contracts/filter-fields';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { conversationFilterColumns, type FilterColumns, filterSql, isAnsweredBy } from './filter.ts';

/** What `conversation_counts` tells apart. */
const { status, aiAssisted, assignee, website, channel } = conversationFilterColumns;
const countColumns: FilterColumns = {
  status,
  aiAssisted,
  assignee,
  website,
  channel,
  customerEmail: sql`conversations.has_email`,
  customerName: sql`conversations.has_name`,
};

function countOf(filter: Filter, meaning: FilterMeaning): RawBuilder<unknown> {
  if (isAnsweredBy(countColumns, filter)) {
    return sql`(select coalesce(sum(n), 0) from conversation_counts as conversations
      where ${filterSql(filter, meaning, countColumns)})`;
  }
  const split = withoutFew(filter);
  if (split) return sql`(${countOf(split.all, meaning)} - ${countOf(split.few, meaning)})`;
  return sql`(select count(*) from conversations where not hidden and ${filterSql(filter, meaning)})`;
}

/**
 * What takes in all of a sort but a few is counted as all of them less those few, which an index finds: whoever lists
 * what is not snoozed would otherwise read nearly everything.
 */
function withoutFew(filter: Filter): { all: Filter; few: Filter } | undefined {
  const parts = 'all' in filter ? filter.all : [filter];
  const others = parts.filter((part) => !isAnsweredBy(countColumns, part));
  const [part] = others;
  const few = others.length === 1 && part ? fewOutside(part) : undefined;
  if (!few) return undefined;
  const kept = parts.filter((each) => each !== part);
  return { all: { all: kept }, few: { all: [...kept, few] } };
}

/** Those that a condition leaves out, where they are few and have an index; undefined for any other condition. */
function fewOutside(part: Filter): Filter | undefined {
  if ('not' in part) {
    const { not } = part;
    return 'field' in not && not.field === 'tag' && not.op !== 'known' ? not : undefined;
  }
  if (!('field' in part) || part.value !== false) return undefined;
  return part.field === 'snoozed' || part.field === 'following' ? { ...part, value: true } : undefined;
}

/** How many conversations each filter takes in, in their order: one statement, one moment. */
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
  const { rows } = await sql<{ merged: number }>`
    with gone as (
      delete from conversation_counts where (select count(*) from (select from conversation_counts limit 20000) part) > 500
      returning *
    ), kept as (
      insert into conversation_counts
      select status, is_ai_assisted, assigned_representative_id, website_id, channel, has_email, has_name, sum(n)
      from gone group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0
    )
    select count(*) as merged from gone
  `.execute(db);
  return rows[0]?.merged ?? 0;
}
