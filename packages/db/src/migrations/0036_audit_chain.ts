import { type Kysely, sql } from 'kysely';

/**
 * The audit log as a chain: each entry gets a number and a hash over what it says and over the hash of the one before.
 * The worker adds them, so that nobody who writes an entry waits for another; what is there already is chained by its
 * first runs. `audit_chain` holds both ends, signed with a key that the database does not have.
 *
 * Settings of the log, and of the networks that the team may come from.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_log add column chain_no bigint, add column hash text`.execute(db);
  await sql`create unique index audit_log_chain on audit_log (chain_no) where chain_no is not null`.execute(db);
  await sql`create index audit_log_unchained on audit_log (id) where chain_no is null`.execute(db);
  await sql`create index audit_log_by_action on audit_log (action text_pattern_ops, id desc)`.execute(db);
  await sql`create index audit_log_by_subject on audit_log (subject_id, id desc)`.execute(db);
  await sql`
    create table audit_chain (
      -- the last entry that was removed for its age, and the newest
      place text primary key check (place in ('anchor', 'head')),
      no bigint not null,
      hash text not null,
      -- when this chain was begun
      begun_at timestamptz(3) not null,
      signature text not null,
      updated_at timestamptz(3) not null default now()
    )
  `.execute(db);
  await sql`
    alter table settings
      add column audit_config jsonb not null default '{}',
      add column network_config jsonb not null default '{}'
  `.execute(db);
}
