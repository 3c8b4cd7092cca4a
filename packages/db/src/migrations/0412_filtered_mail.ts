import { type Kysely, sql } from 'kysely';

/** Participants in the search, and the state of a conversation's newest mail, for filters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table conversations add column mail_state text not null default 'none';
create index conversations_by_mail_state on conversations (mail_state) where mail_state in ('failed', 'bounced', 'complained');

create or replace function conversation_search_refresh() returns trigger language plpgsql as $$
declare
  who tsvector := public.search_document(
    concat_ws(' ', new.customer_email, new.customer_name, new.website_domain, new.subject,
      (select string_agg(concat_ws(' ', each ->> 'address', each ->> 'name'), ' ')
        from jsonb_array_elements(new.participants) as each)));
begin
  insert into public.conversation_search (conversation_id, document) values (new.id, who)
  on conflict (conversation_id) do update set document = excluded.document;
  if tg_op = 'UPDATE' then perform public.search_forget(new.id, 0); end if;
  insert into public.search_tail (n, conversation_id, seq, words)
  values (nextval('public.search_person_numbers'), new.id, 0, who);
  return null;
end
$$;
create trigger conversation_search_participants after update of participants on conversations
  for each row when (not new.hidden and new.participants is distinct from old.participants)
  execute function conversation_search_refresh();
-- those of before
update conversations set customer_name = customer_name where participants <> '[]' and not hidden;
`;
