import { type Kysely, sql } from 'kysely';

/** Each step may be done again. */
export const inBatches = true;

/** As `mayBeUnread` says it (`reads/unread.ts`). */
const mayBeUnread = `(customer_message_count > coalesce(read_by_default, customer_messages_read)
  and (status <> 'closed' or customer_message_count > customer_messages_read))`;

/** The counts of conversations from before, and where to look for what somebody has not read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What the one snapshot of a statement sees of earlier counts goes; what is not in it is not counted here either.
  await sql`
    with gone as (delete from pressing_counts)
    insert into pressing_counts
    select status, is_ai_assisted, assigned_representative_id, website_id, channel, customer_email is not null,
      customer_name is not null, priority, count(*)
    from conversations where not hidden and priority <> 'normal' group by 1, 2, 3, 4, 5, 6, 7, 8
  `.execute(db);
  await sql`
    with gone as (delete from begun_counts)
    insert into begun_counts
    select date_trunc('day', created_at, 'UTC'), count(*) from conversations where not hidden group by 1
  `.execute(db);
  // Not concurrently: that waits for the processes which wait for this migration.
  await sql
    .raw(
      `create index if not exists conversations_unread on conversations (last_activity_at desc, id desc)
      where not hidden and ${mayBeUnread} is true`,
    )
    .execute(db);
  await sql`create index if not exists reads_marked on reads (user_id, conversation_id) where marked_unread`.execute(
    db,
  );
  // How many those are is for the planner, which cannot tell from the columns one by one.
  await sql
    .raw(`create statistics if not exists conversations_unread on ${mayBeUnread} from conversations`)
    .execute(db);
}
