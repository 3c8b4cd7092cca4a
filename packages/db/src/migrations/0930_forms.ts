import { type Kysely, sql } from 'kysely';

/** Forms, buttons and cards of messages, and what customers' messages answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table forms (
  id uuid primary key default uuidv7(),
  name text not null,
  title jsonb not null,
  fields jsonb not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index forms_name on forms (lower(name));

alter table messages
  -- {buttons, cards, form}
  add column blocks jsonb,
  -- {to, button, form}, of customers' messages
  add column response jsonb;
create index messages_blocks on messages (conversation_id, seq) where blocks is not null;
create index messages_response on messages (conversation_id, (response ->> 'to')) where response is not null;

alter table scheduled_messages add column blocks jsonb;
alter table canned_replies add column blocks jsonb;
alter table websites
  add column form_before uuid references forms on delete set null,
  add column form_away uuid references forms on delete set null,
  add column form_hand_off uuid references forms on delete set null;
`;
