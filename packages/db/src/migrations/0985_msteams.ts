import { type Kysely, sql } from 'kysely';

/** Threads of conversations in Microsoft Teams too, and the teams there that the app was added to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table settings add column msteams_config jsonb not null default '{}';

alter table deliveries drop constraint deliveries_channel_check;
alter table deliveries add constraint deliveries_channel_check check
  (channel in ('email', 'slack', 'msteams', 'tigon', 'trello', 'telegram', 'api_channel', 'webhook', 'ai', 'action'))
  not valid;

alter table slack_threads rename to threads;
alter table threads rename column thread_ts to thread_id;
alter table threads add column product text not null default 'slack' check (product in ('slack', 'msteams'));
alter table threads alter column product drop default;
alter table threads drop constraint slack_threads_pkey;
alter table threads add primary key (conversation_id, product);
drop index slack_threads_by_ts;
create unique index threads_by_id on threads (product, channel_id, thread_id);

create table msteams_teams (
  id text primary key,
  name text not null,
  -- Address for calls about the team, as Teams has named it last.
  service_url text not null,
  seen_at timestamptz(3) not null default now()
);
`;
