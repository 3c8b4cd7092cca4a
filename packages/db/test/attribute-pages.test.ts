import type { Filter } from '@parley/contracts/filter/filter';
import type { Conversation } from '@parley/contracts/entities';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { filterSql, isOfAttributes } from '../src/conversations/filter.ts';
import { type ListFilter, listByField, listConversations, listEarliest } from '../src/conversations/list.ts';
import type { Database } from '../src/database.ts';
import { aDatabase } from './support/rows.ts';

const db: Database = await aDatabase();
const meaning = { me: '01900000-0000-7000-8000-000000000000', now: Date.now() };
const count = 2_600;

/** Numbers of the conversations from the newest on: a few of all ages, and some of the oldest. */
const rare = [3, 700, 1_500, 2_599];
const withoutPlan = [2_580, 2_590, 2_595];

beforeAll(async () => {
  await sql`
    with made as (select i, uuidv7() as visitor_id from generate_series(0, ${sql.lit(count - 1)}) i),
      visited as (insert into visitors (id) select visitor_id from made)
    insert into conversations (visitor_id, customer_name, status, is_ai_assisted, last_activity_at, waiting_since, priority)
    select visitor_id, i, 'active', false, now() - i * interval '1 minute', case when i % 100 = 7 then now() - i * interval '1 minute' end,
      (case when i % 3 = 0 then 'high' else 'normal' end)::conversation_priority
    from made`.execute(db);
  const rows = sql`(select conversations.id, customer_name::int as i, contact_id
    from conversations join identities using (visitor_id))`;
  await sql`insert into attribute_values (subject_id, key, text_value)
    select contact_id, 'plan', case when i = any(${rare}::int[]) then 'Rare' else 'Pro' end from ${rows} as made
    where i <> all(${withoutPlan}::int[])
    union all
    select id, 'order_no', 'A-' || i from ${rows} as made where i <> all(${withoutPlan}::int[])`.execute(db);
  await sql`analyze conversations, identities, attribute_values`.execute(db);
});

/** Walks all pages: the numbers of the conversations. */
async function walk<P>(
  page: (filter: ListFilter) => Promise<{ conversations: Conversation[]; next: P | null }>,
  where: Filter,
  further: Partial<ListFilter> = {},
): Promise<number[]> {
  const found: number[] = [];
  let after: P | null | undefined;
  while (after !== null) {
    const filter = {
      ...further,
      where: filterSql(where, meaning),
      isOfAttributes: isOfAttributes(where),
      limit: 150,
      ...(after && { after }),
    } as ListFilter;
    const { conversations, next } = await page(filter);
    found.push(...conversations.map(({ customerName }) => Number(customerName)));
    after = next;
  }
  return found;
}

const numbers = Array.from({ length: count }, (_, i) => i);
const isHigh = (i: number) => i % 3 === 0;
const waits = (i: number) => i % 100 === 7;

const filters: [string, Filter, (i: number) => boolean][] = [
  ['customers without a plan', { field: 'contact.plan', op: 'known', value: false }, (i) => withoutPlan.includes(i)],
  [
    'conversations without an order number',
    { field: 'conversation.order_no', op: 'known', value: false },
    (i) => withoutPlan.includes(i),
  ],
  ['a rare plan', { field: 'contact.plan', op: 'is', value: 'Rare' }, (i) => rare.includes(i)],
  [
    'a common plan',
    { field: 'contact.plan', op: 'is', value: 'Pro' },
    (i) => !rare.includes(i) && !withoutPlan.includes(i),
  ],
];

describe.each(filters)('a list of %s', (_, filter, isMatch) => {
  const matching = numbers.filter(isMatch);

  test('it has every conversation once and in its order, page by page', async () => {
    expect(await walk((each) => listConversations(db, each), filter)).toEqual(matching);
    expect(await walk((each) => listConversations(db, each), filter, { assigned: 'none' })).toEqual(matching);
    expect(await walk((each) => listEarliest(db, 'waiting', each), filter)).toEqual([
      ...matching.filter(waits).toReversed(),
      ...matching.filter((i) => !waits(i)),
    ]);
    expect(await walk((each) => listByField(db, 'priority', each), filter)).toEqual([
      ...matching.filter(isHigh),
      ...matching.filter((i) => !isHigh(i)),
    ]);
  });
});

test.each(filters)('a page of %s looks up the attributes of the first thousand rows at most', async (_, filter) => {
  const scans = await db.transaction().execute(async (trx) => {
    const scanned = async () =>
      (
        await sql<{ scans: number }>`select coalesce(seq_scan, 0)::int + coalesce(idx_scan, 0)::int as scans
          from pg_stat_xact_user_tables where relname = 'attribute_values'`.execute(trx)
      ).rows[0]?.scans ?? 0;
    const before = await scanned();
    await listConversations(trx, { where: filterSql(filter, meaning), isOfAttributes: true, limit: 40 });
    return (await scanned()) - before;
  });
  expect(scans).toBeLessThan(1_100);
});
