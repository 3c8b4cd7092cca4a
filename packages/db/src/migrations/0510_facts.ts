import { type Kysely, sql } from 'kysely';

/**
 * Facts of conversations, from which reports are computed. A trigger marks each conversation that a change concerns in
 * the statement of the change itself; the worker computes the facts of marked ones. Existing conversations are walked
 * through.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

/** Columns that facts depend on; every message and every activity raises a number of its own. */
const watched = [
  'last_seq',
  'last_activity_no',
  'status',
  'hidden',
  'website_id',
  'channel',
  'team_id',
  'assigned_representative_id',
  'tag_ids',
  'merged_into',
  'sla_policy_id',
  'due_at',
];

/** Columns that reports are filtered and divided by, on each table, so that none has to be joined. */
const properties = `
  website_id uuid,
  channel text not null,
  team_id uuid,
  assigned_representative_id uuid,
  tag_ids uuid[] not null`;

const statements = `
create table conversation_facts (
  conversation_id uuid primary key references conversations on delete cascade,
  ${properties},
  opened_at timestamptz(3) not null,
  -- null while it is open, and once it was merged into another one
  closed_at timestamptz(3),
  resolution_seconds double precision,
  resolution_working_seconds double precision,
  customer_messages integer not null,
  representative_messages integer not null,
  assistant_messages integer not null,
  first_answered_at timestamptz(3),
  first_answer_seconds double precision,
  first_answer_working_seconds double precision,
  first_person_answered_at timestamptz(3),
  first_person_answer_seconds double precision,
  first_person_answer_working_seconds double precision,
  handed_off_at timestamptz(3),
  hand_off_reason text,
  cost_usd double precision not null,
  has_policy boolean not null,
  -- kinds of targets and promises that it had, and that were missed
  due_kinds text[] not null,
  breached_kinds text[] not null,
  breached_at timestamptz(3)
);
create index conversation_facts_by_opening on conversation_facts (opened_at);
create index conversation_facts_by_closing on conversation_facts (closed_at) where closed_at is not null;
create index conversation_facts_by_first_answer on conversation_facts (first_answered_at)
  where first_answered_at is not null;
create index conversation_facts_by_first_person_answer on conversation_facts (first_person_answered_at)
  where first_person_answered_at is not null;
create index conversation_facts_by_hand_off on conversation_facts (handed_off_at) where handed_off_at is not null;
create index conversation_facts_by_breach on conversation_facts (breached_at) where breached_at is not null;

create table answer_facts (
  conversation_id uuid not null references conversations on delete cascade,
  seq integer not null,
  ${properties},
  answered_at timestamptz(3) not null,
  is_assistant boolean not null,
  answered_by uuid,
  is_first boolean not null,
  -- from the first of the customer's messages that it answered
  seconds double precision not null,
  working_seconds double precision not null,
  primary key (conversation_id, seq)
);
create index answer_facts_by_instant on answer_facts (answered_at);

create table closing_facts (
  conversation_id uuid not null references conversations on delete cascade,
  activity_no integer not null,
  ${properties},
  closed_at timestamptz(3) not null,
  -- the user who closed it; null for the customer, the assistant and rules
  closed_by uuid,
  reopened_at timestamptz(3),
  -- the assistant had answered
  has_assistant boolean not null,
  -- no person had answered it or was given it
  is_alone boolean not null,
  -- the rule for quiet conversations closed it
  is_idle boolean not null,
  -- of model calls since the closing before
  cost_usd double precision not null,
  primary key (conversation_id, activity_no)
);
create index closing_facts_by_closing on closing_facts (closed_at);
create index closing_facts_by_reopening on closing_facts (reopened_at) where reopened_at is not null;

create index article_votes_newest on article_votes (created_at);

-- Conversations with facts to compute again, in the order of the changes.
create table fact_marks (
  n bigint generated always as identity,
  conversation_id uuid not null
);
-- Position of the walk over all conversations, the newest first; null while none is needed.
create table fact_walk (
  id boolean primary key default true check (id),
  walked_to uuid
);
insert into fact_walk (walked_to) values ('ffffffff-ffff-ffff-ffff-ffffffffffff');

create function mark_facts() returns trigger language plpgsql as $$
begin
  insert into fact_marks (conversation_id) values (new.id);
  return null;
end $$;
create trigger conversations_begin_facts after insert on conversations for each row execute function mark_facts();
create trigger conversations_change_facts after update of ${watched.join(', ')} on conversations for each row
  when ((${watched.map((column) => `new.${column}`).join(', ')})
    is distinct from (${watched.map((column) => `old.${column}`).join(', ')}))
  execute function mark_facts();
create function mark_facts_of_run() returns trigger language plpgsql as $$
begin
  insert into fact_marks (conversation_id) values (new.conversation_id);
  return null;
end $$;
create trigger ai_runs_change_facts after insert on ai_runs for each row when (new.conversation_id is not null)
  execute function mark_facts_of_run();
`;
