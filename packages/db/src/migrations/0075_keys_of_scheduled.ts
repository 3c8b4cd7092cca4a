import { type Kysely, sql } from 'kysely';

/**
 * A message that was scheduled with an API key is sent with what that key may do at that time. Keys are ended and not
 * deleted; if a row is removed by hand, what was scheduled with it goes too instead of gaining its owner's rights.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table scheduled_messages add column key_id uuid references api_keys on delete cascade;
  `.execute(db);
  await sql`create index scheduled_messages_by_key on scheduled_messages (key_id) where key_id is not null`.execute(db);
}
