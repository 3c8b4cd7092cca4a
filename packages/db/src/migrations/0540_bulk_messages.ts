import { type Kysely, sql } from 'kysely';

/**
 * Bulk messages, and their contacts. A row of a contact is settled in the transaction that starts their conversation,
 * so that each is written to once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table bulk_messages (
  id uuid primary key default uuidv7(),
  -- Given by the author: sending it again under the same id sends nothing.
  client_id uuid not null,
  author_id uuid not null references users on delete cascade,
  key_id uuid references api_keys on delete set null,
  channel text,
  -- No references: without its mailbox a message must not leave from another one.
  mailbox_id uuid,
  assigned_representative_id uuid,
  team_id uuid,
  tag_ids uuid[] not null,
  subject text,
  content text not null,
  markdown text,
  closes boolean not null,
  status text not null default 'waiting' check (status in ('waiting', 'sending', 'done', 'stopped', 'failed')),
  send_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create unique index bulk_messages_once on bulk_messages (author_id, client_id);
create index bulk_messages_by_author on bulk_messages (author_id, id desc);
create index bulk_messages_by_key on bulk_messages (key_id) where key_id is not null;
create index bulk_messages_created on bulk_messages (created_at);
create index bulk_messages_unfinished on bulk_messages (send_at) where finished_at is null;

create table bulk_recipients (
  bulk_message_id uuid not null references bulk_messages on delete cascade,
  n integer not null,
  contact_id uuid references contacts on delete set null,
  channel text,
  state text not null check (state in ('waiting', 'sent', 'failed', 'left_out', 'stopped')),
  reason text,
  localized jsonb,
  conversation_id uuid references conversations on delete set null,
  primary key (bulk_message_id, n)
);
create index bulk_recipients_by_contact on bulk_recipients (contact_id) where contact_id is not null;
create index bulk_recipients_by_conversation on bulk_recipients (conversation_id) where conversation_id is not null;
create index bulk_recipients_left on bulk_recipients (bulk_message_id, n) where state = 'waiting';
`;
