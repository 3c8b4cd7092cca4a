import { type Kysely, sql } from 'kysely';

/** Access to mailboxes: consent by OAuth 2 with its tokens, and which worker reads which mailbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table settings add column mail_oauth_config jsonb not null default '{}';

alter table mailboxes drop column tokens;

-- what the owner of a mailbox allowed at a provider; the tokens are encrypted
create table mail_grants (
  mailbox_id uuid primary key references mailboxes on delete cascade,
  provider text not null check (provider in ('google', 'microsoft', 'other')),
  refresh_token text not null,
  access_token text not null,
  expires_at timestamptz(3) not null,
  -- the provider's code; consent has to be given again
  refused_reason text,
  granted_by uuid references users on delete set null,
  granted_at timestamptz(3) not null default now(),
  refreshed_at timestamptz(3) not null default now()
);

-- leases: the worker that reads a mailbox at present
create table mailbox_readers (
  -- the mailbox's id, or 'environment' for that of IMAP_URL
  source text primary key,
  mailbox_id uuid references mailboxes on delete cascade,
  holder text not null,
  held_until timestamptz(3) not null
);
create index mailbox_readers_by_mailbox on mailbox_readers (mailbox_id);
`;
