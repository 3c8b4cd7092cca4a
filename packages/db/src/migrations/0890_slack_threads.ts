import { type Kysely, sql } from 'kysely';

/** Threads of conversations in Slack. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table settings add column slack_threads_config jsonb not null default '{}';

create table slack_threads (
  conversation_id uuid primary key references conversations on delete cascade,
  channel_id text not null,
  -- Slack's id of the first message; null while it is unknown whether Slack has taken it.
  thread_ts text,
  created_at timestamptz(3) not null default now()
);
create unique index slack_threads_by_ts on slack_threads (channel_id, thread_ts);
`;
