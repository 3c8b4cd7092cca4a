import { type Kysely, sql } from 'kysely';

/**
 * Counts of what is not of normal priority, and of how many conversations began on each day: kept as `conversation_counts`
 * are, by rows that triggers append. What the release before writes has them as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
-- As conversation_counts, of those alone that are not of normal priority, which are few: nearly no change appends a row.
create table pressing_counts (
  status text not null,
  is_ai_assisted boolean not null,
  assigned_representative_id uuid,
  website_id uuid,
  channel text not null,
  has_email boolean not null,
  has_name boolean not null,
  priority conversation_priority not null,
  n bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create function pressing_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and not old.hidden and old.priority <> 'normal' then
    insert into public.pressing_counts values (old.status, old.is_ai_assisted, old.assigned_representative_id,
      old.website_id, old.channel, old.customer_email is not null, old.customer_name is not null, old.priority, -1);
  end if;
  if tg_op <> 'DELETE' and not new.hidden and new.priority <> 'normal' then
    insert into public.pressing_counts values (new.status, new.is_ai_assisted, new.assigned_representative_id,
      new.website_id, new.channel, new.customer_email is not null, new.customer_name is not null, new.priority, 1);
  end if;
  return null;
end $$;
create trigger pressing_added after insert on conversations
  for each row when (new.priority <> 'normal') execute function pressing_counted();
create trigger pressing_gone after delete on conversations
  for each row when (old.priority <> 'normal') execute function pressing_counted();
create trigger pressing_changed after update on conversations for each row when (
  (old.priority <> 'normal' or new.priority <> 'normal') and
  (old.status, old.is_ai_assisted, old.assigned_representative_id, old.website_id, old.channel,
    old.customer_email is not null, old.customer_name is not null, old.hidden, old.priority)
  is distinct from
  (new.status, new.is_ai_assisted, new.assigned_representative_id, new.website_id, new.channel,
    new.customer_email is not null, new.customer_name is not null, new.hidden, new.priority)
) execute function pressing_counted();

-- How many began on each day (of universal time).
create table begun_counts (
  day timestamptz not null,
  n bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create function begun_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and not old.hidden then
    insert into public.begun_counts values (date_trunc('day', old.created_at, 'UTC'), -1);
  end if;
  if tg_op <> 'DELETE' and not new.hidden then
    insert into public.begun_counts values (date_trunc('day', new.created_at, 'UTC'), 1);
  end if;
  return null;
end $$;
create trigger begun_counted after insert or delete on conversations
  for each row execute function begun_counted();
create trigger begun_recounted after update on conversations for each row
  when ((old.created_at, old.hidden) is distinct from (new.created_at, new.hidden)) execute function begun_counted();
`;
