import { type Kysely, sql } from 'kysely';

/**
 * What a model makes of conversations for the team: summaries, translations, and what somebody wrote whose message was
 * translated before it was sent. The release before knows nothing of it: what it edits or removes loses, by a trigger,
 * all that was made of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table settings add column copilot_config jsonb not null default '{}';

-- {language, sentIn, text}: what its author wrote, where content is the translation
alter table messages add column original jsonb;
alter table scheduled_messages add column original jsonb;

create table conversation_summaries (
  conversation_id uuid not null references conversations on delete cascade,
  language text not null,
  -- it takes in the messages up to here, and their edits up to there
  last_seq integer not null,
  edit_no integer not null,
  summary jsonb not null,
  updated_at timestamptz(3) not null default now(),
  primary key (conversation_id, language)
);

create table message_translations (
  conversation_id uuid not null references conversations on delete cascade,
  seq integer not null,
  language text not null,
  from_language text not null,
  -- of the message as it was translated
  edit_no integer not null default 0,
  -- null where it needs none
  text text,
  created_at timestamptz(3) not null default now(),
  primary key (conversation_id, seq, language)
);

create function forget_what_was_made_of_message() returns trigger language plpgsql as $$
begin
  delete from public.message_translations where conversation_id = old.conversation_id and seq = old.seq;
  delete from public.conversation_summaries where conversation_id = old.conversation_id and last_seq >= old.seq;
  if old.original is not null then
    update public.messages set original = null where conversation_id = old.conversation_id and seq = old.seq;
  end if;
  return null;
end $$;
create trigger forget_what_was_made_of_message after update of content on messages
  for each row when (old.content is distinct from new.content) execute function forget_what_was_made_of_message();

-- What its author wrote is found as well, until the message is changed.
create or replace function search_rows_message() returns trigger language plpgsql as $$
declare
  number bigint := nextval('public.search_message_numbers');
  words tsvector := new.search;
begin
  if tg_op = 'UPDATE' then
    delete from public.search_rows where conversation_id = old.conversation_id and seq = old.seq;
  elsif new.original is not null then
    words := words || public.search_document(new.original ->> 'text');
  end if;
  insert into public.search_rows (n, conversation_id, seq, words)
  values (number, new.conversation_id, new.seq, public.search_coded(words, number));
  return null;
end $$;

-- Which kinds of calls there are is said by the program alone.
alter table ai_runs drop constraint if exists ai_runs_kind_check;
`;
