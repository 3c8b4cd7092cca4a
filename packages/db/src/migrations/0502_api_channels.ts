import { type Kysely, sql } from 'kysely';

/** Calls API channels by one name: `api_channel` as a kind of channel, `api_channels` as their table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table custom_channels rename to api_channels;
alter index custom_channels_pkey rename to api_channels_pkey;
alter table api_channels rename constraint custom_channels_website_id_fkey to api_channels_website_id_fkey;
alter table api_channels rename constraint custom_channels_team_id_fkey to api_channels_team_id_fkey;
alter table api_channels rename constraint custom_channels_created_by_fkey to api_channels_created_by_fkey;
alter table api_channels rename constraint custom_channels_text_format_check to api_channels_text_format_check;

alter table deliveries drop constraint deliveries_channel_check;
alter table messages drop constraint messages_via_check;
alter table identities drop constraint identities_kind_check;
drop trigger identities_gone on identities;
drop trigger identities_moved on identities;

-- A name changes, nothing that anybody counts or listens for.
alter table conversations disable trigger user;
alter table messages disable trigger user;
alter table identities disable trigger user;
update conversations set channel = 'api_channel' where channel = 'custom';
update messages set via = 'api_channel' where via = 'custom';
update identities set kind = 'api_channel' where kind = 'custom';
alter table conversations enable trigger user;
alter table messages enable trigger user;
alter table identities enable trigger user;
update channel_sessions set channel = 'api_channel' where channel = 'custom';
update channel_states set channel = 'api_channel' where channel = 'custom';
update conversation_counts set channel = 'api_channel' where channel = 'custom';
update pressing_counts set channel = 'api_channel' where channel = 'custom';
update deliveries set channel = 'api_channel' where channel = 'custom';
update inbound_events set channel = 'api_channel' where channel = 'custom';

alter table deliveries add constraint deliveries_channel_check check
  (channel in ('email', 'slack', 'tigon', 'trello', 'telegram', 'api_channel', 'webhook', 'ai', 'action')) not valid;
alter table messages add constraint messages_via_check check
  (via in ('widget', 'dashboard', 'email', 'ai', 'telegram', 'api_channel')) not valid;
alter table identities add constraint identities_kind_check check
  (kind in ('widget_session', 'email', 'external_id', 'telegram', 'api_channel', 'phone')) not valid;

create or replace function forget_contact() returns trigger language plpgsql as $$
begin
  -- The last two that go at once wait for each other here.
  perform from contacts where id = old.contact_id for update;
  delete from contacts where id = old.contact_id and not exists (
    select from identities where contact_id = old.contact_id and kind in ('widget_session', 'telegram', 'api_channel'));
  return null;
end
$$;
create trigger identities_gone after delete on identities for each row
  when (old.kind in ('widget_session', 'telegram', 'api_channel')) execute function forget_contact();
create trigger identities_moved after update of contact_id on identities for each row
  when (old.kind in ('widget_session', 'telegram', 'api_channel') and new.contact_id <> old.contact_id)
  execute function forget_contact();
`;
