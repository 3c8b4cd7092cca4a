import { type Kysely, sql } from 'kysely';

/** Each step may be done again. */
export const inBatches = true;

const batchSize = 1000;

const indexes = {
  conversations_newest_by_website: '(website_id, last_activity_at desc, id desc) where not hidden',
  conversations_by_priority: '(priority desc, last_activity_at desc, id desc) where not hidden',
  conversations_waiting_longest: '(waiting_since, id) where waiting_since is not null and not hidden',
} as const;

/** The channels and counts of conversations from before, and the indexes of lists, while everybody goes on writing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<{ visitorId: string }>`
      with part as (
        select visitor_id, channel from channel_sessions where visitor_id > ${after} order by visitor_id limit ${batchSize}
      ), moved as (
        update conversations set channel = part.channel from part
        where conversations.visitor_id = part.visitor_id and conversations.channel <> part.channel
      )
      select visitor_id from part order by visitor_id
    `.execute(db);
    const last = rows.at(-1);
    if (!last) break;
    after = last.visitorId;
  }
  // What the one snapshot of this statement sees of earlier counts goes; what is not in it is not counted here either.
  await sql`
    with gone as (delete from conversation_counts)
    insert into conversation_counts
    select status, is_ai_assisted, assigned_representative_id, website_id, channel, customer_email is not null,
      customer_name is not null, count(*)
    from conversations where not hidden group by 1, 2, 3, 4, 5, 6, 7
  `.execute(db);
  // Not concurrently: that waits for the processes which wait for this migration.
  for (const [name, definition] of Object.entries(indexes))
    await sql.raw(`create index if not exists ${name} on conversations ${definition}`).execute(db);
}
