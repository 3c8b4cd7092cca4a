import { type Kysely, sql } from 'kysely';

/**
 * Spam is hidden, as the doctor's test is: in no list and no figure. The release before knows of no spam, and shows none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table conversations add column spam_at timestamptz(3);
create index conversations_spam on conversations (last_activity_at desc, id desc) where spam_at is not null;

create function conversation_hidden() returns trigger language plpgsql as $$
begin
  update public.totals set
    conversations = conversations + case when new.hidden then -1 else 1 end,
    messages = messages + case when new.hidden then -new.last_seq else new.last_seq end
  where slot = (pg_backend_pid() % 64)::smallint;
  return null;
end $$;
create trigger conversation_hidden after update on conversations for each row
  when (old.hidden <> new.hidden) execute function conversation_hidden();
`;
