import { type Kysely, sql } from 'kysely';

/** A canned reply can be shared by one team. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table canned_replies add column team_id uuid references teams on delete cascade`.execute(db);
  await sql`alter table canned_replies drop constraint canned_replies_shortcut`.execute(db);
  await sql`alter table canned_replies add constraint canned_replies_shortcut
    unique nulls not distinct (owner_id, team_id, shortcut)`.execute(db);
  await sql`alter table canned_replies add constraint canned_replies_team_is_shared
    check (team_id is null or owner_id is null)`.execute(db);
}
