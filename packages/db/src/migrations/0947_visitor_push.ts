import { type Kysely, sql } from 'kysely';

/** Push messages to visitors: their browsers, the site's worker file, and how far each conversation was pushed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
-- Path of our worker file on the website itself; null without push.
alter table websites add column push_worker text;

create table visitor_push_devices (
  id uuid primary key default uuidv7(),
  visitor_id uuid not null references visitors on delete cascade,
  -- Session of the visitor's browser that added it.
  session text,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  -- Key of ours that the browser accepts messages from.
  public_key text not null,
  language text not null,
  created_at timestamptz(3) not null default now()
);
create index visitor_push_devices_by_visitor on visitor_push_devices (visitor_id);

create table visitor_pushes (
  conversation_id uuid primary key references conversations on delete cascade,
  -- Last message that was pushed.
  until_seq integer not null
);
`;
