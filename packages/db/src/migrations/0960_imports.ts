import { type Kysely, sql } from 'kysely';

/** Imports from other products: what was read, what became of it, and conversations that nothing timed follows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table imports (
  id uuid primary key default uuidv7(),
  source text not null,
  account text not null,
  -- Keeps the ids of one account of another product apart from those of all others.
  account_key text not null,
  state text not null,
  failed_in text,
  error jsonb,
  -- Encrypted; removed once everything is read.
  connection text,
  file_size bigint,
  received bigint not null default 0,
  cursor jsonb,
  waiting_until timestamptz(3),
  records_read integer not null default 0,
  records_written integer not null default 0,
  -- Records at the time when its job had lost too many workers.
  stalled_at integer,
  counts jsonb not null default '[]',
  issues jsonb not null default '[]',
  found jsonb,
  mapping jsonb,
  receipt jsonb,
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  written_at timestamptz(3),
  finished_at timestamptz(3)
);
create index imports_at_work on imports (id) where state in ('reading', 'writing', 'undoing');

-- Pages of records that are read and not written yet.
create table import_pages (
  import_id uuid not null references imports on delete cascade,
  -- Order of writing: what others refer to comes first.
  rank smallint not null,
  n integer not null,
  records jsonb not null,
  primary key (import_id, rank, n)
);

create table import_items (
  account_key text not null,
  kind text not null,
  external_id text not null,
  import_id uuid not null references imports on delete cascade,
  target_id uuid not null,
  -- False if it was here before: it is never deleted with the import.
  is_new boolean not null,
  -- Hash of the record in the other product, and of ours as it was written.
  content_hash text not null,
  mark text,
  -- What was added to a contact that was here before.
  added jsonb,
  -- Changed here since, so that undoing left it.
  is_kept boolean not null default false,
  primary key (account_key, kind, external_id)
);
create index import_items_of_import on import_items (import_id, kind, external_id);

-- Last message of an imported conversation; nothing timed follows it until something is written after it.
alter table conversations add column imported_seq integer;
-- Counts as the last visit of a contact without a conversation, which is deleted some time after it.
alter table visitors add column imported_at timestamptz(3);

create or replace function mark_stale_sla() returns trigger language plpgsql as $$
begin
  if new.imported_seq = new.last_seq then return new; end if;
  if new.due_at is not null or exists (select from sla_policies) then new.sla_stale := true; end if;
  return new;
end $$;
create or replace function mark_changed_sla() returns trigger language plpgsql as $$
begin
  if new.imported_seq = new.last_seq then return null; end if;
  if new.due_at is not null or exists (select from sla_policies) then
    update conversations set sla_stale = true where id = new.id and not sla_stale;
  end if;
  return null;
end $$;
`;
