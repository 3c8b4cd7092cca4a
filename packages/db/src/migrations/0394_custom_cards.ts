import { type Kysely, sql } from 'kysely';

/** Actions that the customer panel shows as cards, and the representatives who loaded them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tools add column is_card boolean not null default false`.execute(db);
  await sql`alter table tool_calls add column requested_by uuid references users on delete set null`.execute(db);
}
