import { type Kysely, sql } from 'kysely';

/**
 * Files that go with messages: what is known of them. Their bytes are in the file storage. The release before names no
 * file and shows messages that bring some by their text alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table files (
      id uuid primary key default uuidv7(),
      -- who has uploaded it
      visitor_id uuid references visitors on delete set null,
      user_id uuid references users on delete set null,
      -- the message that brings it; without its conversation, but with a seq, that one is deleted and this has to follow
      conversation_id uuid references conversations on delete set null,
      seq integer,
      state text not null default 'receiving' check (state in ('receiving', 'checking', 'ready', 'refused')),
      reason text,
      name text not null,
      size bigint not null,
      type text,
      kind text,
      width integer,
      height integer,
      alt text,
      thumbnails jsonb,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index files_conversation on files (conversation_id) where conversation_id is not null`.execute(db);
  await sql`create index files_loose on files (updated_at) where conversation_id is null`.execute(db);
  await sql`create index files_undecided on files (updated_at) where state in ('receiving', 'checking')`.execute(db);
  await sql`create index files_visitor on files (visitor_id, created_at) where visitor_id is not null`.execute(db);
  await sql`create index files_user on files (user_id, created_at) where user_id is not null`.execute(db);
  // In their order; null for a message without, which is looked up nowhere else then.
  await sql`alter table messages add column attachment_ids uuid[]`.execute(db);
  // What visitors may send; null for what everybody may unless told.
  await sql`alter table websites add column files jsonb`.execute(db);
}
