import { type Kysely, sql } from 'kysely';

/** Adds text messages as a channel. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const channels = `'widget_session', 'telegram', 'whatsapp', 'messenger', 'instagram', 'sms', 'api_channel'`;

const statements = `
alter table settings add column sms_config jsonb not null default '{}';

alter table deliveries drop constraint deliveries_channel_check;
alter table deliveries add constraint deliveries_channel_check check (channel in
  ('email', 'slack', 'msteams', 'tigon', 'trello', 'telegram', 'whatsapp', 'messenger', 'instagram', 'sms', 'api_channel', 'webhook', 'ai', 'action')) not valid;
alter table messages drop constraint messages_via_check;
alter table messages add constraint messages_via_check check
  (via in ('widget', 'dashboard', 'email', 'ai', 'telegram', 'whatsapp', 'messenger', 'instagram', 'sms', 'api_channel')) not valid;
alter table identities drop constraint identities_kind_check;
alter table identities add constraint identities_kind_check check
  (kind in ('widget_session', 'email', 'external_id', 'telegram', 'whatsapp', 'messenger', 'instagram', 'sms', 'api_channel', 'phone')) not valid;

create or replace function forget_contact() returns trigger language plpgsql as $$
begin
  -- The last two that go at once wait for each other here.
  perform from contacts where id = old.contact_id for update;
  delete from contacts where id = old.contact_id and not exists (
    select from identities where contact_id = old.contact_id and kind in (${channels}));
  return null;
end
$$;
drop trigger identities_gone on identities;
create trigger identities_gone after delete on identities for each row
  when (old.kind in (${channels})) execute function forget_contact();
drop trigger identities_moved on identities;
create trigger identities_moved after update of contact_id on identities for each row
  when (old.kind in (${channels}) and new.contact_id <> old.contact_id)
  execute function forget_contact();
`;
