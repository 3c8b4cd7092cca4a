import { type Kysely, sql } from 'kysely';

/**
 * SLA policies and the clocks of conversations. A trigger marks a conversation with clocks to compute again in
 * the statement of the change itself, so that no process that dies can lose it; without a policy it marks none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

/** Columns that clocks, or the filters of policies, depend on. */
const watched = [
  'status',
  'is_ai_assisted',
  'waiting_since',
  'unanswered_since',
  'assigned_representative_id',
  'team_id',
  'website_id',
  'visitor_id',
  'mailbox_id',
  'subject',
  'tag_ids',
  'priority',
  'attributes',
  'customer_email',
  'customer_name',
  'is_blocked',
  'snoozed_until',
  'hidden',
];

const statements = `
create table sla_policies (
  id uuid primary key default uuidv7(),
  name text not null,
  position integer not null,
  filter jsonb not null,
  first_response_minutes integer check (first_response_minutes > 0),
  next_response_minutes integer check (next_response_minutes > 0),
  resolution_minutes integer check (resolution_minutes > 0),
  schedule text not null,
  schedule_id uuid references schedules on delete set null,
  pauses_while_waiting boolean not null,
  counts_assistant boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index sla_policies_name on sla_policies (lower(name));
create index sla_policies_by_schedule on sla_policies (schedule_id) where schedule_id is not null;

alter table conversations
  add column sla_policy_id uuid,
  add column sla_stale boolean not null default false,
  add column due_at timestamptz(3),
  add column due_kind text,
  add column due_soon_at timestamptz(3),
  add column breached_at timestamptz(3);
create index conversations_by_due on conversations (due_at, id) where due_at is not null;
create index conversations_by_due_soon on conversations (due_soon_at) where due_soon_at is not null;
create index conversations_with_stale_sla on conversations (id) where sla_stale;

create table sla_clocks (
  conversation_id uuid not null references conversations on delete cascade,
  kind text not null,
  started_at timestamptz(3) not null,
  warn_at timestamptz(3),
  due_at timestamptz(3),
  warned_at timestamptz(3),
  breached_at timestamptz(3),
  alarm_at timestamptz(3) generated always as (case
    when due_at is null or breached_at is not null then null
    when warned_at is null then least(warn_at, due_at) else due_at end) stored,
  primary key (conversation_id, kind)
);
create index sla_clocks_by_alarm on sla_clocks (alarm_at) where alarm_at is not null;

create function mark_stale_sla() returns trigger language plpgsql as $$
begin
  if new.due_at is not null or exists (select from sla_policies) then new.sla_stale := true; end if;
  return new;
end $$;
create trigger conversations_start_sla before insert on conversations for each row execute function mark_stale_sla();
-- After the statement: behind a trigger before it, "returning old" of a statement that waited for another one has the
-- row as it was before both.
create function mark_changed_sla() returns trigger language plpgsql as $$
begin
  if new.due_at is not null or exists (select from sla_policies) then
    update conversations set sla_stale = true where id = new.id and not sla_stale;
  end if;
  return null;
end $$;
create trigger conversations_change_sla after update of ${watched.join(', ')} on conversations for each row
  when (not old.sla_stale and (${watched.map((column) => `new.${column}`).join(', ')})
    is distinct from (${watched.map((column) => `old.${column}`).join(', ')}))
  execute function mark_changed_sla();

-- Position of the walk over all open conversations after a change that concerns many; null while none is needed.
create table sla_walk (
  id boolean primary key default true check (id),
  walked_to uuid
);
insert into sla_walk default values;
create function restart_sla_walk() returns trigger language plpgsql as $$
begin
  update sla_walk set walked_to = '00000000-0000-0000-0000-000000000000';
  return null;
end $$;
${[
  'insert or delete or update on sla_policies',
  'delete or update of timezone, week, exceptions, holidays on schedules',
  'update of schedule_id on websites',
  'update of schedule_id on teams',
  'insert or delete on team_websites',
  'update of business_hours on settings',
]
  .map(
    (event, index) => `create trigger sla_walk_${index + 1} after ${event} for each statement
  execute function restart_sla_walk();`,
  )
  .join('\n')}
`;
