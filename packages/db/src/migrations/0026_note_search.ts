import { type Kysely, sql } from 'kysely';

/**
 * What notes say now, for search: rows of their own, which nothing reads that speaks to visitors. Kept by a trigger, in
 * the statement that writes the act; an edit takes the place of what was said, a removal takes it away, and a
 * conversation that goes takes its notes along.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table note_search (
  conversation_id uuid not null,
  -- the note
  act_no integer not null,
  -- greater is newer
  n bigint generated always as identity,
  document tsvector not null,
  primary key (conversation_id, act_no),
  foreign key (conversation_id, act_no) references acts on delete cascade
);
create index note_search_document on note_search using gin (document);
create index note_search_newest on note_search (n desc);

create function note_search_refresh() returns trigger language plpgsql as $$
begin
  if new.kind = 'noted' then
    insert into public.note_search (conversation_id, act_no, document)
    values (new.conversation_id, new.act_no, public.search_document(new.body));
  elsif new.body is null then
    delete from public.note_search where conversation_id = new.conversation_id and act_no = new.about;
  else
    update public.note_search set document = public.search_document(new.body)
    where conversation_id = new.conversation_id and act_no = new.about;
  end if;
  return null;
end $$;
create trigger note_search_refresh after insert on acts for each row
  when (new.kind in ('noted', 'note_edited', 'note_removed') and (new.body is not null or new.kind = 'note_removed'))
  execute function note_search_refresh();

insert into note_search (conversation_id, act_no, document)
select conversation_id, act_no, search_document(said.body)
from acts as note cross join lateral (
  select body from acts where conversation_id = note.conversation_id and note.act_no in (act_no, about)
  order by act_no desc limit 1
) as said
where note.kind = 'noted' and said.body is not null
order by note.created_at;
`;
