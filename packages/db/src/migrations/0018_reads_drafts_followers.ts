import { type Kysely, sql } from 'kysely';

/**
 * What each of the team has read of a conversation, is about to write into it, and follows.
 *
 * The release before goes on moving the team's shared cursor. Until somebody reads a conversation by this release,
 * `read_by_default` is null and what that cursor says holds for everybody: nothing becomes unread by the upgrade, and no
 * row has to be touched for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // How many of the customer's messages count as read for those who have no row in `reads`.
  await sql`alter table conversations add column read_by_default integer`.execute(db);
  await sql`
    create table reads (
      conversation_id uuid not null references conversations on delete cascade,
      user_id uuid not null references users on delete cascade,
      -- the last message read, and how many of the customer's lie up to it
      seq integer not null,
      customer_messages integer not null,
      -- the newest act at that time
      act_no integer not null,
      marked_unread boolean not null default false,
      updated_at timestamptz(3) not null default now(),
      primary key (conversation_id, user_id)
    )`.execute(db);
  await sql`create index reads_by_user on reads (user_id, conversation_id)`.execute(db);
  await sql`
    create table drafts (
      conversation_id uuid not null references conversations on delete cascade,
      user_id uuid not null references users on delete cascade,
      kind text not null check (kind in ('reply', 'note')),
      -- of the message or note that it becomes: its clientMessageId or clientNoteId
      id uuid not null,
      content text not null,
      -- counts what was saved
      revision integer not null default 1,
      updated_at timestamptz(3) not null default now(),
      primary key (conversation_id, user_id, kind)
    )`.execute(db);
  await sql`create index drafts_newest on drafts (user_id, updated_at desc)`.execute(db);
  await sql`
    create table followers (
      conversation_id uuid not null references conversations on delete cascade,
      user_id uuid not null references users on delete cascade,
      -- false for who wants to hear no more, whatever happens
      is_following boolean not null,
      source text not null check (source in ('choice', 'note', 'mention')),
      created_at timestamptz(3) not null default now(),
      primary key (conversation_id, user_id)
    )`.execute(db);
  await sql`create index followers_by_user on followers (user_id, conversation_id) where is_following`.execute(db);
}
