import { type Kysely, sql } from 'kysely';

/**
 * What happens to a conversation is kept from now on. The release before writes no acts and leaves `last_act_no` alone,
 * so both may run at once; what it does meanwhile has no act.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversations add column last_act_no integer not null default 0`.execute(db);
  await sql`
    create table acts (
      conversation_id uuid not null references conversations on delete cascade,
      act_no integer not null,
      -- the last message before it
      after_seq integer not null,
      kind text not null,
      cause jsonb not null,
      before jsonb not null,
      after jsonb not null,
      -- one act of many made together, and the act that this one undoes
      batch_id uuid,
      undo_of integer,
      body text,
      created_at timestamptz(3) not null default now(),
      primary key (conversation_id, act_no)
    )`.execute(db);
}
