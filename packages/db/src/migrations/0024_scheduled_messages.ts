import { type Kysely, sql } from 'kysely';

/** Messages that wait to be sent, and how long each of the team holds theirs back. The release before knows of neither. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table users
  add column send_delay_seconds smallint not null default 0 check (send_delay_seconds between 0 and 30);

create table scheduled_messages (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null references conversations on delete cascade,
  author_id uuid not null references users on delete cascade,
  -- of the message that it becomes: whoever sends it, and however often, it is stored once
  client_message_id uuid not null,
  content text not null,
  -- what is done together with it
  macro jsonb,
  due_at timestamptz(3) not null,
  delay_seconds smallint not null default 0,
  based_on_seq integer,
  only_if_quiet boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'stopped')),
  -- by whom it is being sent; taken up by another when that one is gone
  claimed_at timestamptz(3),
  code text,
  reason text,
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  unique (conversation_id, client_message_id)
);
create index scheduled_messages_due on scheduled_messages (due_at) where state <> 'stopped';
create index scheduled_messages_by_author on scheduled_messages (author_id, due_at);
`;
