import { type Kysely, sql } from 'kysely';

/** Channels that admins create for programs of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table custom_channels (
  id uuid primary key default uuidv7(),
  name text not null,
  -- encrypted
  url text not null,
  website_id uuid references websites on delete set null,
  team_id uuid references teams on delete set null,
  key_hash text not null,
  secret text not null,
  previous_key_hash text,
  previous_secret text,
  previous_until timestamptz(3),
  longest_message integer not null,
  takes_edits boolean not null,
  sends_receipts boolean not null,
  is_active boolean not null default true,
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

alter table deliveries drop constraint deliveries_channel_check;
alter table deliveries add constraint deliveries_channel_check check
  (channel in ('email', 'slack', 'tigon', 'trello', 'telegram', 'custom', 'webhook', 'ai', 'action')) not valid;
alter table messages drop constraint messages_via_check;
alter table messages add constraint messages_via_check check
  (via in ('widget', 'dashboard', 'email', 'ai', 'telegram', 'custom')) not valid;
alter table identities drop constraint identities_kind_check;
alter table identities add constraint identities_kind_check check
  (kind in ('widget_session', 'email', 'external_id', 'telegram', 'custom', 'phone')) not valid;

create or replace function forget_contact() returns trigger language plpgsql as $$
begin
  -- The last two that go at once wait for each other here.
  perform from contacts where id = old.contact_id for update;
  delete from contacts where id = old.contact_id and not exists (
    select from identities where contact_id = old.contact_id and kind in ('widget_session', 'telegram', 'custom'));
  return null;
end
$$;
drop trigger identities_gone on identities;
create trigger identities_gone after delete on identities for each row
  when (old.kind in ('widget_session', 'telegram', 'custom')) execute function forget_contact();
drop trigger identities_moved on identities;
create trigger identities_moved after update of contact_id on identities for each row
  when (old.kind in ('widget_session', 'telegram', 'custom') and new.contact_id <> old.contact_id)
  execute function forget_contact();
`;
