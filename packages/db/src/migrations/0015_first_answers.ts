import { type Kysely, sql } from 'kysely';

/**
 * Three things that nothing stored has told so far: how long customers waited for the first answer of a conversation,
 * whether a website's pages have asked for the widget yet, and which languages a visitor's browser is set to.
 *
 * First answers have a table of their own: it is made empty, so that its index costs nothing beside running services,
 * and it is a tenth of `answers`, of which it is a part. What was answered before is added by the next migration; what
 * the release before answers beside this one is not measured.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table first_answers (
  conversation_id uuid not null references conversations on delete cascade,
  -- by whomever, or by a person: a representative who answers first has both rows
  answered_by text not null check (answered_by in ('anybody', 'representative')),
  -- from the first of the customer's messages that it answered
  seconds double precision not null,
  answered_at timestamptz(3) not null,
  primary key (conversation_id, answered_by)
);
create index first_answers_newest on first_answers (answered_at) include (answered_by, seconds);

alter table websites add column first_seen_at timestamptz(3);
alter table visitors add column browser_languages text[] not null default '{}';
`;
