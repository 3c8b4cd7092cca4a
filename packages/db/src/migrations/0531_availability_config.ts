import { type Kysely, sql } from 'kysely';

/** Settings of availability: how long a user without input counts as present. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table settings add column availability_config jsonb not null default '{}'`.execute(db);
}
