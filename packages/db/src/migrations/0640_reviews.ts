import { type Kysely, sql } from 'kysely';

/** Scorecards, and the reviews of conversations by their criteria. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table scorecards (
  id uuid primary key default uuidv7(),
  name text not null,
  version integer not null default 1,
  criteria jsonb not null,
  filter jsonb not null,
  sample text not null,
  sample_size integer not null,
  covers_assistant boolean not null,
  is_estimated boolean not null,
  estimates_per_day integer not null,
  -- Monday of the last week that was sampled.
  sampled_week date,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index scorecards_name on scorecards (lower(name));

create table reviews (
  id uuid primary key default uuidv7(),
  -- Tells the reviews of one conversation apart in lists.
  no integer not null generated always as identity,
  conversation_id uuid not null references conversations on delete cascade,
  scorecard_id uuid references scorecards on delete set null,
  scorecard_name text not null,
  version integer not null,
  criteria jsonb not null,
  -- Null for the assistant.
  representative_id uuid references users on delete cascade,
  reviewer_id uuid references users on delete set null,
  is_estimate boolean not null default false,
  reason text not null,
  reason_size integer,
  status text not null default 'open' check (status in ('open', 'finished', 'skipped')),
  -- [{"criterionId": …, "value": 0 to 5 or null, "comment": …}]
  marks jsonb not null default '[]',
  -- [{"seq": …, "text": …}]
  notes jsonb not null default '[]',
  comment text not null default '',
  score double precision check (score between 0 and 1),
  is_critical_failed boolean not null default false,
  answer text not null default '',
  answered_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  check ((status = 'finished') = (finished_at is not null)),
  check (reviewer_id is distinct from representative_id or representative_id is null)
);
-- A scorecard looks at a person's answers in a conversation once.
create unique index reviews_once on reviews (conversation_id, scorecard_id, representative_id, is_estimate)
  nulls not distinct where scorecard_id is not null;
create index reviews_open on reviews (id) where status = 'open';
create index reviews_by_finished_at on reviews (finished_at) where finished_at is not null;
create index reviews_by_representative on reviews (representative_id, id) where representative_id is not null;
create index reviews_by_scorecard on reviews (scorecard_id) where scorecard_id is not null;
create index reviews_by_reviewer on reviews (reviewer_id) where reviewer_id is not null;
`;
