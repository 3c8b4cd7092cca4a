/** The rows that search reads: who writes them and who takes them away. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deleteConversation } from '../src/conversations/delete.ts';
import { type SearchFilter, searchConversations } from '../src/conversations/search.ts';
import type { Database } from '../src/database.ts';
import { indexWritten } from '../src/maintenance/search.ts';
import { chance } from './support/random-filters.ts';
import { aConversation, anEmptyDatabase, fromCustomer } from './support/rows.ts';

const seed = Date.now() % 1_000_000;

async function found(db: Database, text: string, but: Partial<SearchFilter> = {}): Promise<string[]> {
  const { conversations } = await searchConversations(db, { text, limit: 50, ...but });
  return conversations.map(({ id }) => id);
}

async function foundOnAllPages(db: Database, text: string, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let after: SearchFilter['after'] | null; after !== null; ) {
    const page = await searchConversations(db, { text, limit, after });
    ids.push(...page.conversations.map(({ id }) => id));
    after = page.next;
  }
  return ids;
}

const rowsWithout = (db: Database) =>
  sql`
    select conversation_id, seq from (
      select conversation_id, seq from messages union all select conversation_id, 0 from conversation_search
    ) wanted full join (
      select conversation_id, seq, count(*) from (
        select conversation_id, seq from search_rows union all select conversation_id, seq from search_tail
      ) either group by 1, 2
    ) had using (conversation_id, seq)
    where had.count is distinct from 1 or wanted.seq is null
  `
    .execute(db)
    .then(({ rows }) => rows);

test('a deleted conversation leaves no search rows, and a changed message only its new words', async () => {
  const db = await anEmptyDatabase();
  const [kept, gone] = [await aConversation(db), await aConversation(db)];
  for (const id of [kept, gone]) await fromCustomer(db, id, 'a zebra');
  await deleteConversation(db, gone);
  await sql`update messages set content = 'a lion' where conversation_id = ${kept}`.execute(db);
  expect(await rowsWithout(db)).toEqual([]);
  expect(await found(db, 'zebra')).toEqual([]);
  expect(await found(db, 'lion')).toEqual([kept]);
});

test('written text is found once, before, while and after it comes to the index, and never after it is deleted', async () => {
  const db = await anEmptyDatabase();
  const random = chance(seed);
  const kept = new Map<string, string>();
  for (let round = 0; round < 40; round++) {
    const animal = random.pick(['zebra', 'lion']);
    const id = await aConversation(db, { customerName: `Olga ${animal}` });
    await fromCustomer(db, id, `a ${animal}`);
    kept.set(id, animal);
    const other = random.pick([...kept.keys()]);
    const work: Promise<unknown>[] = [indexWritten(db, 1 + random.below(4)), indexWritten(db, 1 + random.below(4))];
    if (random.happens(0.3)) {
      kept.delete(other);
      work.push(deleteConversation(db, other));
    } else if (random.happens(0.5)) {
      kept.set(other, 'tapir');
      const change = async () => {
        await sql`update messages set content = 'a tapir' where conversation_id = ${other}`.execute(db);
        await sql`update conversations set customer_name = 'Olga' where id = ${other}`.execute(db);
      };
      work.push(change());
    }
    await Promise.all(work);
    for (const each of ['zebra', 'lion', 'tapir']) {
      const expected = [...kept].filter(([, name]) => name === each).map(([conversationId]) => conversationId);
      expect((await found(db, each)).toSorted(), `seed ${seed}`).toEqual(expected.toSorted());
    }
    expect(await rowsWithout(db), `seed ${seed}`).toEqual([]);
  }
  while ((await indexWritten(db, 100)) > 0);
  expect((await sql`select from search_tail`.execute(db)).rows).toHaveLength(0);
  expect(await rowsWithout(db)).toEqual([]);
  expect(await found(db, 'olga')).toHaveLength(kept.size);
});

test('words spread over the messages of a conversation are found', async () => {
  const db = await anEmptyDatabase();
  const [both, one] = [await aConversation(db), await aConversation(db)];
  for (const word of ['a lamp', 'and a chair']) await fromCustomer(db, both, word);
  await fromCustomer(db, one, 'a lamp');
  expect(await found(db, 'chair lamp')).toEqual([both]);
  expect(await found(db, 'chair lamp table')).toEqual([]);
});

test('paging finds every match once, however many there are', async () => {
  const db = await anEmptyDatabase();
  const all: string[] = [];
  for (let index = 0; index < 230; index++) {
    const id = await aConversation(db);
    await fromCustomer(db, id, `zebra ${'crossing '.repeat(index % 4)}`);
    all.push(id);
  }
  const seen = await foundOnAllPages(db, 'zebra', 50);
  expect(seen).toHaveLength(all.length);
  expect(seen.toSorted()).toEqual(all.toSorted());
});

test('a word that nobody wrote lately takes a search as far back as it was written, not through all there is', async () => {
  const db = await anEmptyDatabase();
  const ids: string[] = [];
  for (let index = 0; index < 64; index++) ids.push(await aConversation(db));
  // In each of 190 buckets of 8192 numbers once in each conversation, and in none of the ten newest.
  await sql`
    insert into search_rows (n, conversation_id, seq, words)
    select n, conversation_id, bucket + 1, search_coded(search_document('a zebra'), n)
    from pg_sequences
      cross join generate_series(0, 189) as bucket
      cross join unnest(${ids}::uuid[]) with ordinality as asked (conversation_id, place)
      cross join lateral (select start_value + bucket * 8192 + place as n) as numbered
    where sequencename = 'search_message_numbers'
  `.execute(db);
  await sql`
    select setval('search_message_numbers', start_value + 200 * 8192)
    from pg_sequences where sequencename = 'search_message_numbers'
  `.execute(db);
  const read = await db.transaction().execute(async (transaction) => {
    expect(await found(transaction, 'zebra')).toHaveLength(50);
    const { rows } = await sql<{ read: number }>`
      select idx_tup_fetch::int as read from pg_stat_xact_user_tables where relname = 'search_rows'
    `.execute(transaction);
    return rows[0]?.read;
  });
  expect(read).toBeLessThan(10 * ids.length);
});

test('a result shows the passage that matches, in a message that holds it', async () => {
  const db = await anEmptyDatabase();
  const id = await aConversation(db, { customerName: 'Grace Lamp' });
  await fromCustomer(db, id, 'Good morning');
  await fromCustomer(db, id, `${'so '.repeat(100)}the RÉFUND of my lamp`);
  await fromCustomer(db, id, 'Thank you');
  const {
    conversations: [result],
  } = await searchConversations(db, { text: 'refu', limit: 50 });
  expect(result?.match?.seq).toBe(2);
  const { text, ranges } = result!.match!;
  expect(ranges.map(([start, end]) => text.slice(start, end))).toEqual(['RÉFUND']);
});

test.each([
  ['a thousand words', 'refund the order '.repeat(350)],
  ['one letter', 'a'],
  ['only exclusions', '-refund -the'],
  ['Thai', 'สินค้ายังไม่มาถึง'],
  ['NULs', '\0re\0fund\0'],
  ['one word of ten thousand letters', 'x'.repeat(10_000)],
  ['what is no text', '\uD800 \u0001 \u202E \'"\\'],
])('a search for %s has an answer', async (_name, text) => {
  const db = await anEmptyDatabase();
  const id = await aConversation(db);
  await fromCustomer(db, id, 'refund the order, สินค้ายังไม่มาถึง');
  const { conversations } = await searchConversations(db, { text, limit: 50 });
  expect(conversations.length).toBeLessThanOrEqual(1);
});
