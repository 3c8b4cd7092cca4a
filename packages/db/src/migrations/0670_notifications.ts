import { type Kysely, sql } from 'kysely';

/** Notifications of users, one row for each user and subject, and the ways by which each is still to go out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- The conversation, or what else it is about: a newer notification about the same replaces it.
  subject text not null,
  conversation_id uuid references conversations on delete cascade,
  subject_id uuid,
  kind text not null,
  count integer not null default 1,
  actor_id uuid references users on delete set null,
  details jsonb not null default '{}',
  activity_no integer,
  seq integer,
  -- Whether the list of the dashboard has it.
  in_app boolean not null,
  first_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now(),
  seen_at timestamptz(3),
  read_at timestamptz(3),
  pushed_at timestamptz(3),
  -- Null again once it is read: one mail for what happens in between.
  mailed_at timestamptz(3),
  unique (user_id, subject)
);
create index notifications_by_user on notifications (user_id, last_at desc, id desc) where in_app;
create index notifications_unread on notifications (user_id) where in_app and read_at is null;
create index notifications_by_conversation on notifications (conversation_id) where conversation_id is not null;
create index notifications_by_actor on notifications (actor_id) where actor_id is not null;
create index notifications_by_time on notifications (last_at);
create index notifications_pushed on notifications (user_id, pushed_at) where pushed_at is not null;
create index notifications_mailed on notifications (user_id, mailed_at) where mailed_at is not null;

create table notification_steps (
  notification_id uuid not null references notifications on delete cascade,
  way text not null,
  user_id uuid not null,
  due_at timestamptz(3) not null,
  primary key (notification_id, way)
);
create index notification_steps_by_due on notification_steps (due_at);
create index notification_steps_by_user on notification_steps (user_id, way);

-- Events that users were notified of: each counts once.
create table notified_events (
  event_id uuid primary key,
  notified_at timestamptz(3) not null default now()
);
create index notified_events_by_time on notified_events (notified_at);

create table notification_settings (
  user_id uuid primary key references users on delete cascade,
  ways jsonb not null default '{}',
  quiet_hours jsonb,
  urgent_always boolean not null default true,
  sound boolean not null default true,
  text_in_mail boolean not null default true
);

create table muted_conversations (
  user_id uuid not null references users on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  muted_at timestamptz(3) not null default now(),
  primary key (user_id, conversation_id)
);
create index muted_by_conversation on muted_conversations (conversation_id);
`;
