import { type Kysely, sql } from 'kysely';

/** People besides the customer who get the mails of a conversation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // [{address, name, kind}]: addresses in lower case
  await sql`alter table conversations add column participants jsonb not null default '[]'`.execute(db);
  await sql`create index conversations_by_participant on conversations using gin (participants jsonb_path_ops)
    where participants <> '[]'`.execute(db);
  // Erasing a person finds the activities that name them.
  await sql`create index activities_on_participants on activities (conversation_id)
    where jsonb_exists(after, 'participants')`.execute(db);
}
