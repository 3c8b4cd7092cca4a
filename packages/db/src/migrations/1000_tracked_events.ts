import { type Kysely, sql } from 'kysely';

/** Events that a website tracks of its visitors; deleted with the visitor, and after 30 days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table tracked_events (
  visitor_id uuid not null references visitors on delete cascade,
  -- Chosen by the page.
  id uuid not null,
  name text not null,
  properties jsonb not null,
  at timestamptz(3) not null,
  primary key (visitor_id, id)
);
create index tracked_events_at on tracked_events (at);
`;
