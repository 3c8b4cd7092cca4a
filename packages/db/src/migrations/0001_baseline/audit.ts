/** The audit log and its chain. */
export const audit = `
create table audit_log (
  id uuid primary key default uuidv7(),
  at timestamptz(3) not null default now(),
  actor_id uuid,
  actor_name text,
  action text not null,
  subject_type text,
  subject_id text,
  details jsonb not null default '{}',
  address text,
  chain_no bigint,
  hash text
);
create index audit_log_by_actor on audit_log (actor_id, id desc);
create unique index audit_log_chain on audit_log (chain_no) where chain_no is not null;
create index audit_log_unchained on audit_log (id) where chain_no is null;
create index audit_log_by_action on audit_log (action text_pattern_ops, id desc);
create index audit_log_by_subject on audit_log (subject_id, id desc);

create table audit_chain (
  -- the last entry that was removed for its age, and the newest
  place text primary key check (place in ('anchor', 'head')),
  no bigint not null,
  hash text not null,
  -- when this chain was begun
  begun_at timestamptz(3) not null,
  signature text not null,
  updated_at timestamptz(3) not null default now()
);
`;
