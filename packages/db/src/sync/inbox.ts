/** Copies what each user of another installation has read, follows, and reads translated. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { SourceRow } from './rows.ts';

/** Returns the table's rows; none if the other installation is older than the table. */
async function rowsOf(source: Database, table: string, rows: RawBuilder<{ row: unknown }>): Promise<unknown[]> {
  const { rows: known } = await sql<{ exists: boolean }>`select to_regclass(${table}) is not null as exists`.execute(
    source,
  );
  if (!known[0]?.exists) return [];
  return (await rows.execute(source)).rows.map(({ row }) => row);
}

/**
 * Copies what each user has read in the other installation, converted to local seqs. Messages read here stay read; the
 * newer unread mark wins.
 */
export async function copyReads(
  source: Database,
  target: Database,
  conversations: readonly SourceRow[],
): Promise<void> {
  const ids = conversations.map(({ id }) => id);
  const rows = await rowsOf(
    source,
    'reads',
    sql`select to_jsonb(reads) || jsonb_build_object('knows_activities', reads.activity_no >= conversations.last_activity_no) as row
      from reads join conversations on conversations.id = conversation_id where conversation_id = any(${ids}::uuid[])`,
  );
  if (rows.length === 0) return;
  await sql`
    insert into reads (conversation_id, user_id, seq, customer_messages, activity_no, marked_unread, updated_at)
    select conversations.id, users.id, coalesce(seen.seq, 0),
      greatest(seen.customer_message_count, least(given.customer_messages, conversations.customer_message_count)),
      case when knows_activities then conversations.last_activity_no else least(given.activity_no, conversations.last_activity_no) end, marked_unread, given.updated_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (conversation_id uuid, user_id uuid, seq integer,
      customer_messages integer, activity_no integer, knows_activities boolean, marked_unread boolean, updated_at timestamptz)
    join conversations on conversations.id = given.conversation_id
    join users on users.id = given.user_id
    left join lateral (
      select seq, customer_message_count from messages
      where messages.conversation_id = conversations.id and copied_seq <= given.seq order by seq desc limit 1
    ) seen on true
    on conflict (conversation_id, user_id) do update set
      seq = greatest(reads.seq, excluded.seq),
      customer_messages = greatest(reads.customer_messages, excluded.customer_messages),
      activity_no = greatest(reads.activity_no, excluded.activity_no),
      marked_unread = case when reads.updated_at < excluded.updated_at then excluded.marked_unread else reads.marked_unread end,
      updated_at = greatest(reads.updated_at, excluded.updated_at)
  `.execute(target);
}

/** Copies which users follow or have unfollowed conversations. Choices made here stay. */
export async function copyFollowers(
  source: Database,
  target: Database,
  conversations: readonly SourceRow[],
): Promise<void> {
  const ids = conversations.map(({ id }) => id);
  const rows = await rowsOf(
    source,
    'followers',
    sql`select to_jsonb(followers) as row from followers where conversation_id = any(${ids}::uuid[])`,
  );
  if (rows.length === 0) return;
  await sql`
    insert into followers
    select given.* from jsonb_populate_recordset(null::followers, ${JSON.stringify(rows)}::jsonb) as given
    join conversations on conversations.id = given.conversation_id
    join users on users.id = given.user_id
    on conflict do nothing
  `.execute(target);
}

/** Copies which conversations each user reads translated. Newer choices made here stay. */
export async function copyTranslated(
  source: Database,
  target: Database,
  conversations: readonly SourceRow[],
): Promise<void> {
  const ids = conversations.map(({ id }) => id);
  const rows = await rowsOf(
    source,
    'translated_conversations',
    sql`select to_jsonb(chosen) as row from translated_conversations chosen where conversation_id = any(${ids}::uuid[])`,
  );
  if (rows.length === 0) return;
  await sql`
    insert into translated_conversations
    select given.* from jsonb_populate_recordset(null::translated_conversations, ${JSON.stringify(rows)}::jsonb) as given
    join conversations on conversations.id = given.conversation_id
    join users on users.id = given.user_id
    on conflict (conversation_id, user_id) do update set is_on = excluded.is_on, updated_at = excluded.updated_at
    where translated_conversations.updated_at < excluded.updated_at
  `.execute(target);
}
