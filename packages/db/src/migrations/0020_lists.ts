import { type Kysely, sql } from 'kysely';

/**
 * What lists by any filter stand on: by which channel a conversation came, how many there are of each sort, saved views,
 * and batches of conversations changed together. Triggers keep channel and counts, so that what the release before
 * writes has them as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table conversations add column channel text not null default 'widget';

create function conversation_channel() returns trigger language plpgsql as $$
begin
  new.channel := coalesce(
    (select channel from public.channel_sessions where visitor_id = new.visitor_id), new.channel);
  return new;
end $$;
create trigger conversation_channel before insert on conversations
  for each row when (new.visitor_id is not null) execute function conversation_channel();

-- How many conversations there are of each sort: the sum of n. A change appends rows and rewrites none, so that nobody
-- waits for anybody; the worker adds them up now and then (mergeCounts).
create table conversation_counts (
  status text not null,
  is_ai_assisted boolean not null,
  assigned_representative_id uuid,
  website_id uuid,
  channel text not null,
  has_email boolean not null,
  has_name boolean not null,
  n bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create function conversation_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and not old.hidden then
    insert into public.conversation_counts values (old.status, old.is_ai_assisted, old.assigned_representative_id,
      old.website_id, old.channel, old.customer_email is not null, old.customer_name is not null, -1);
  end if;
  if tg_op <> 'DELETE' and not new.hidden then
    insert into public.conversation_counts values (new.status, new.is_ai_assisted, new.assigned_representative_id,
      new.website_id, new.channel, new.customer_email is not null, new.customer_name is not null, 1);
  end if;
  return null;
end $$;
create trigger conversation_counted after insert or delete on conversations
  for each row execute function conversation_counted();
create trigger conversation_recounted after update on conversations for each row when (
  (old.status, old.is_ai_assisted, old.assigned_representative_id, old.website_id, old.channel,
    old.customer_email is not null, old.customer_name is not null, old.hidden)
  is distinct from
  (new.status, new.is_ai_assisted, new.assigned_representative_id, new.website_id, new.channel,
    new.customer_email is not null, new.customer_name is not null, new.hidden)
) execute function conversation_counted();

create table views (
  id uuid primary key default uuidv7(),
  name text not null,
  filter jsonb not null,
  sort text not null,
  scope text not null check (scope in ('me', 'team', 'all')),
  owner_id uuid not null references users on delete cascade,
  place integer not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index views_owner on views (owner_id);

-- Conversations changed together, and what became of each.
create table batches (
  id uuid primary key default uuidv7(),
  actor_id uuid not null references users on delete cascade,
  commands jsonb not null,
  -- one undo for each
  undo_of uuid unique references batches on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  total integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index batches_actor on batches (actor_id, created_at desc);
create index batches_created on batches (created_at);
create index batches_unfinished on batches (created_at) where finished_at is null;
create table batch_items (
  batch_id uuid not null references batches on delete cascade,
  n integer not null,
  conversation_id uuid not null,
  -- the act that changed it, and in an undo also the one that is undone
  act_no integer,
  undo_of integer,
  outcome text check (outcome in ('changed', 'unchanged', 'refused')),
  reason text,
  primary key (batch_id, n)
);
create index batch_items_left on batch_items (batch_id, n) where outcome is null;

-- What an act's undo needs beside its before: the columns that follow the status.
alter table acts add column kept jsonb;
`;
