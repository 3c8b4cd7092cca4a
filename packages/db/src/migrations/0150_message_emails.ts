import { type Kysely, sql } from 'kysely';

/**
 * A message that arrived by email keeps the whole email beside it: its text, its HTML made safe, and which lines are shown
 * on request. The release before neither writes nor reads it; a message that it removes loses its email by a trigger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
-- {hasQuotedText, hasHtml}: what message_emails has beside the content
alter table messages add column email jsonb;

create table message_emails (
  conversation_id uuid not null references conversations on delete cascade,
  seq integer not null,
  text text not null,
  -- lines of text, counted from 0, that are shown on request; both null where all of it is shown
  folded_from integer,
  folded_until integer,
  html text,
  has_remote_pictures boolean not null default false,
  -- text or html is the beginning of it
  is_cut boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (conversation_id, seq)
);

create function forget_email_of_message() returns trigger language plpgsql as $$
begin
  delete from public.message_emails where conversation_id = old.conversation_id and seq = old.seq;
  update public.messages set email = null where conversation_id = old.conversation_id and seq = old.seq;
  return null;
end $$;
create trigger forget_email_of_message after update of removed_at on messages
  for each row when (new.removed_at is not null and new.email is not null) execute function forget_email_of_message();
`;
