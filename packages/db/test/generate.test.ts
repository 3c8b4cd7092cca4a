import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '../src/generate.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';
import { fromCustomer, fromRepresentative, stored } from './support/rows.ts';

let made: TestDatabase;
beforeAll(async () => {
  made = await createTestDatabase();
  await generate(made.url, { conversations: 600, messages: 6000 });
});
afterAll(() => made?.drop());

/** Returns rows with stored counts that differ from a new count. */
async function differing(query: ReturnType<typeof sql>): Promise<unknown[]> {
  return (await query.execute(made.db)).rows;
}

test('the generator makes as many rows as asked for', async () => {
  const { rows } =
    await sql`select count(*) as messages, count(distinct conversation_id) as conversations from messages`.execute(
      made.db,
    );
  expect(rows).toEqual([{ messages: 6000, conversations: 600 }]);
  const totals =
    await sql`select sum(messages)::bigint as messages, sum(conversations)::bigint as conversations from totals`.execute(
      made.db,
    );
  expect(totals.rows).toEqual(rows);
});

test('the counts in conversations agree with their messages', async () => {
  expect(
    await differing(sql`
      select c.id from conversations c
      join lateral (select max(seq) as last, count(*) as count, count(*) filter (where sender_type = 'customer') as customers,
          count(*) filter (where sender_type = 'customer' and seq <= c.staff_read_seq) as read
        from messages where conversation_id = c.id) m on true
      join messages l on l.conversation_id = c.id and l.seq = c.last_seq
      where (m.last, m.count, m.customers, m.read) is distinct from
          (c.last_seq, c.last_seq, c.customer_message_count, c.customer_messages_read)
        or (l.id, l.created_at, l.sender_type, l.client_message_id) is distinct from
          (c.last_message_id, c.last_message_at, c.last_message_sender_type, c.last_message_client_id)
        or c.last_activity_at <> l.created_at`),
  ).toEqual([]);
  expect(
    await differing(sql`
      select m.id from messages m where customer_message_count <> (
        select count(*) from messages o where o.conversation_id = m.conversation_id and o.seq <= m.seq
          and o.sender_type = 'customer')`),
  ).toEqual([]);
});

test('answers and what is unanswered agree with the messages', async () => {
  const recounted = sql`
    select m.conversation_id, m.seq, count(q.seq) as customer_messages,
      sum(extract(epoch from m.created_at - q.created_at))::float8 as waited_seconds
    from messages m
    join messages q on q.conversation_id = m.conversation_id and q.sender_type = 'customer' and q.seq < m.seq
      and q.seq > coalesce((select max(seq) from messages p where p.conversation_id = m.conversation_id and p.seq < m.seq
        and p.sender_type <> 'customer'), 0)
    where m.sender_type <> 'customer' group by 1, 2`;
  expect(
    await differing(sql`
      select * from (${recounted}) r full join answers a using (conversation_id, seq)
      where (r.customer_messages, r.waited_seconds) is distinct from (a.customer_messages, a.waited_seconds)`),
  ).toEqual([]);
  expect(
    await differing(sql`
      select c.id from conversations c
      join lateral (
        select count(*) as count, min(created_at) as since,
          coalesce(sum(extract(epoch from created_at - (select min(created_at) from messages f where f.conversation_id = c.id
            and f.seq > coalesce(l.last_answer, 0)))), 0)::float8 as offset_seconds
        from (select max(seq) filter (where sender_type <> 'customer') as last_answer from messages where conversation_id = c.id) l
        join messages m on m.conversation_id = c.id and m.seq > coalesce(l.last_answer, 0)
      ) u on true
      where c.status <> 'closed'
        and (u.count, u.since, u.offset_seconds) is distinct from (c.unanswered_count, c.unanswered_since, c.unanswered_offset_seconds)`),
  ).toEqual([]);
});

test('first answers of the last 30 days are what measuring them again finds', async () => {
  const recent = () =>
    made.db
      .selectFrom('firstAnswers')
      .selectAll()
      .where('answeredAt', '>', new Date(Date.now() - 29 * 86_400_000))
      .orderBy('conversationId')
      .orderBy('answeredBy')
      .execute();
  const kept = await recent();
  expect(kept.length).toBeGreaterThan(0);
  const measured = await sql`
    select conversation_id, answered_by, extract(epoch from answered_at - asked.at)::float8 as seconds, answered_at
    from answers
    cross join (values ('anybody'), ('representative')) as kind (answered_by)
    cross join lateral (
      select min(created_at) as at from messages
      where conversation_id = answers.conversation_id and sender_type = 'customer' and seq < answers.seq
        and seq > coalesce((
          select max(seq) from answers as earlier
          where conversation_id = answers.conversation_id and seq < answers.seq), 0)
    ) as asked
    where answered_at > now() - interval '29 days' and answered_by in ('anybody', sender_type) and asked.at is not null
      and not exists (
        select from answers as earlier where conversation_id = answers.conversation_id and seq < answers.seq
          and answered_by in ('anybody', earlier.sender_type))
    order by conversation_id, answered_by
  `.execute(made.db);
  expect(measured.rows).toEqual(kept);
});

test('a made-up conversation goes on like a real one', async () => {
  const { id, lastSeq } = await made.db
    .selectFrom('conversations')
    .select(['id', 'lastSeq'])
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirstOrThrow();
  const user = await made.db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
  expect(stored(await fromCustomer(made.db, id)).message.seq).toBe(lastSeq + 1);
  expect(stored(await fromRepresentative(made.db, id, user.id)).conversation.unreadCount).toBe(0);
});

test('indexes, foreign keys and triggers are back', async () => {
  const fresh = await createTestDatabase();
  try {
    const shape = sql<{ line: string }>`
      select indexdef as line from pg_indexes where schemaname = 'public'
      union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
      order by 1`;
    expect((await shape.execute(made.db)).rows).toEqual((await shape.execute(fresh.db)).rows);
  } finally {
    await fresh.drop();
  }
});
