import { type Kysely, sql } from 'kysely';

/**
 * Tags, priority, snooze and reminders. The release before leaves the new columns as they are: every conversation it
 * writes has no tag, normal priority, and is not snoozed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table tags (
  id uuid primary key default uuidv7(),
  name text not null,
  colour text not null,
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now()
);
create unique index tags_name on tags (lower(name));

-- its order is that of urgency
create type conversation_priority as enum ('low', 'normal', 'high', 'urgent');
alter table conversations
  -- on the row, so that a list reads its tags with it; whoever adds one holds the row of tags meanwhile
  add column tag_ids uuid[] not null default '{}',
  add column priority conversation_priority not null default 'normal',
  add column snoozed_until timestamptz(3),
  add column snoozed_by uuid,
  add column snooze_wakes_on_reply boolean not null default true;
-- "tag_ids <> '{}'" must be said to use it: a message to a conversation without tags need not touch it
create index conversations_by_tag on conversations using gin (tag_ids) where tag_ids <> '{}';
create index conversations_snoozed on conversations (snoozed_until) where snoozed_until is not null;

create table reminders (
  user_id uuid not null references users on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  remind_at timestamptz(3) not null,
  -- that its time has come was told
  told_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (user_id, conversation_id)
);
create index reminders_by_conversation on reminders (conversation_id);
create index reminders_untold on reminders (remind_at) where told_at is null;
`;
