import { type Kysely, sql } from 'kysely';

/** Websites decide whether the team sees who has their pages open. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table websites
      add column live_visitors text not null default 'off' check (live_visitors in ('off', 'count', 'pages'))
  `.execute(db);
}
