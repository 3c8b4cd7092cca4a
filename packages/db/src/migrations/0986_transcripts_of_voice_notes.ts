import { type Kysely, sql } from 'kysely';

/** What is said in voice notes, also in the search. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table files add column transcript text;

create function search_message(message messages) returns void language plpgsql as $$
declare
  words tsvector := message.search;
begin
  -- What its author wrote is found as well, until the message is changed.
  if message.original is not null and message.edit_no is null and message.removed_at is null then
    words := words || public.search_document(message.original ->> 'text');
  end if;
  if message.attachment_ids is not null and message.removed_at is null then
    words := words || coalesce((select public.search_document(string_agg(transcript, ' ')) from public.files
      where id = any(message.attachment_ids) and transcript is not null), '');
  end if;
  insert into public.search_tail (n, conversation_id, seq, words)
  values (nextval('public.search_message_numbers'), message.conversation_id, message.seq, words);
end
$$;

create or replace function search_rows_message() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then perform public.search_forget(old.conversation_id, old.seq); end if;
  perform public.search_message(new);
  return null;
end
$$;

create function search_rows_transcript() returns trigger language plpgsql as $$
declare
  message messages;
begin
  -- Locks out another change of its words.
  select * into message from public.messages where conversation_id = new.conversation_id and seq = new.seq for update;
  if found then
    perform public.search_forget(new.conversation_id, new.seq);
    perform public.search_message(message);
  end if;
  return null;
end
$$;
create trigger search_rows_transcript after update of transcript on files for each row
  when (new.seq is not null) execute function search_rows_transcript();
`;
