import { type Kysely, sql } from 'kysely';

/** Push notifications: the installation's own key pair, and the browsers that receive them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table settings add column push_config jsonb not null default '{}';

create table push_keys (
  only_one boolean primary key default true check (only_one),
  public_key text not null,
  -- Encrypted.
  private_key text not null,
  created_at timestamptz(3) not null default now()
);

create table push_devices (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- Public id of the session that added it.
  session text not null,
  name text not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  -- Key of ours that the browser accepts messages from.
  public_key text not null,
  content text not null default 'full',
  language text not null,
  created_at timestamptz(3) not null default now(),
  last_sent_at timestamptz(3),
  failed_at timestamptz(3),
  failure jsonb
);
create index push_devices_by_user on push_devices (user_id);
`;
