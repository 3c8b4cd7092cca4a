import { type Kysely, sql } from 'kysely';

/** An account that a provider or directory has made has no password that anybody knows, until its person sets one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column has_password boolean not null default true`.execute(db);
}
