/** A million conversations as a busy installation has them, without their messages: no list reads those. */
import { ensureUsers } from '@parley/db/generate/users';
import type { Database } from '@parley/db/database';
import type { Pool } from 'pg';

/** A number from 0 up that looks random and depends on the row alone. */
const hashed = (name: string): string => `(hashtextextended(i::text || '${name}', 7) & 2147483647)`;

/**
 * Fills an empty, migrated database: the newest hundredth is open, a third of that waiting; one in fifty has a tag, one in
 * twenty is pressing; 25 people have them all, but for a fifth. One in 2,000 is followed by the first of them.
 */
export async function fill(db: Database, pool: Pool, count: number): Promise<void> {
  await ensureUsers(db);
  await pool.query(`alter table conversations disable trigger user`);
  await pool.query(`insert into tags (name, colour) select 'tag ' || i, 'red' from generate_series(1, 12) i`);
  await pool.query(`
    with people as (select array_agg(id order by id) as ids from users),
      sites as (select array_agg(id order by domain) as ids, array_agg(domain order by domain) as domains from websites),
      vocabulary as (select array_agg(id order by id) as ids from tags)
    insert into conversations (id, website_id, website_domain, customer_email, customer_name, status,
      assigned_representative_id, is_ai_assisted, last_seq, last_message_sender_type, last_message_preview,
      last_message_at, last_activity_at, customer_message_count, customer_messages_read, staff_read_seq,
      waiting_since, closed_at, created_at, updated_at, channel, tag_ids, priority, snoozed_until)
    select uuidv7(at - now()), sites.ids[i % cardinality(sites.ids) + 1], sites.domains[i % cardinality(sites.ids) + 1],
      case when i % 4 > 0 then 'customer' || i || '@example.com' end, case when i % 4 > 0 then 'Customer ' || i end,
      status, case when ${hashed('owner')} % 5 > 0 then people.ids[${hashed('person')} % cardinality(people.ids) + 1] end,
      ${hashed('owner')} % 5 = 0 and status = 'active', 4, 'representative',
      'It has left us this morning and is with you by Thursday, I hope that this helps.', at, at, 2,
      case when i > ${count} * 0.998 then 1 else 2 end, 4, case when status = 'waiting' then at end,
      case when status = 'closed' then at end, at - interval '10 minutes', at,
      case when i % 11 = 0 then 'telegram' else 'widget' end,
      case when ${hashed('tag')} % 50 = 0 then array[vocabulary.ids[i % 12 + 1]] else '{}' end,
      (case when ${hashed('priority')} % 40 = 0 then 'urgent' when ${hashed('priority')} % 40 = 1 then 'high'
        else 'normal' end)::conversation_priority,
      case when status <> 'closed' and ${hashed('snooze')} % 20 = 0 then now() + interval '1 day' end
    from (
      select i, date_trunc('milliseconds', now() - (${count} - i) * interval '30 seconds') as at,
        case when i <= ${count} * 0.99 then 'closed' when i % 3 = 0 then 'waiting' else 'active' end as status
      from generate_series(1, ${count}) as i
    ) as planned cross join people cross join sites cross join vocabulary
  `);
  await pool.query(`alter table conversations enable trigger user`);
  await pool.query(`
    insert into conversation_counts
    select status, is_ai_assisted, assigned_representative_id, website_id, channel, customer_email is not null,
      customer_name is not null, count(*)
    from conversations group by 1, 2, 3, 4, 5, 6, 7`);
  await pool.query(`
    insert into pressing_counts
    select status, is_ai_assisted, assigned_representative_id, website_id, channel, customer_email is not null,
      customer_name is not null, priority, count(*)
    from conversations where priority <> 'normal' group by 1, 2, 3, 4, 5, 6, 7, 8`);
  await pool.query(`
    insert into begun_counts select date_trunc('day', created_at, 'UTC'), count(*) from conversations group by 1`);
  await pool.query(`
    insert into followers (conversation_id, user_id, is_following, source)
    select id, (select id from users order by id limit 1), true, 'choice' from conversations
    where hashtextextended(id::text, 3) % 2000 = 0`);
  await pool.query(
    `vacuum (analyze) conversations, followers, conversation_counts, pressing_counts, begun_counts, reads`,
  );
}
