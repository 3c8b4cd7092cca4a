import { type Kysely, sql } from 'kysely';

/**
 * Saved reports, the users whom they are mailed to, and the mails. A mail is one row per recipient and period, so that
 * nobody gets two.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table saved_reports (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users on delete cascade,
  name text not null,
  report text not null,
  selection jsonb not null,
  audience text not null check (audience in ('me', 'all')),
  -- Without its recipients; null if it isn't mailed.
  schedule jsonb,
  next_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index saved_reports_by_owner on saved_reports (owner_id);
create index saved_reports_due on saved_reports (next_at) where next_at is not null;

create table saved_report_recipients (
  saved_report_id uuid not null references saved_reports on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- Why they get no mails.
  problem text check (problem in ('stopped', 'not_permitted', 'deactivated', 'failed')),
  primary key (saved_report_id, user_id)
);
create index saved_report_recipients_by_user on saved_report_recipients (user_id);

create table report_mails (
  id uuid primary key default uuidv7(),
  saved_report_id uuid not null references saved_reports on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- Day, week or month of the mail; the user's own request has one of its own.
  period text not null,
  -- Time that it was due at, which decides its range.
  due_at timestamptz(3) not null,
  -- 'sending' is stored before the mail server is called: after a crash it is unknown whether it was sent.
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'left_out', 'failed')),
  created_at timestamptz(3) not null default now(),
  unique (saved_report_id, user_id, period)
);
create index report_mails_by_user on report_mails (user_id);
create index report_mails_waiting on report_mails (created_at) where state = 'waiting';
create index report_mails_created on report_mails (created_at);
`;
