import { type Kysely, sql } from 'kysely';

/** Who has taken away what is not known of a person any more, by key: to tell whoever meets it. The release before says nobody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contacts add column attributes_removed_by jsonb not null default '{}'`.execute(db);
}
