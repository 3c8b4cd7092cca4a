import { type Kysely, sql } from 'kysely';

/**
 * Changes of the assistant that are answered over past conversations before they are published, and sources that nothing
 * is answered from. The release before goes on finding what is in a paused source, and reads none of the rest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table knowledge_sources add column is_paused boolean not null default false;

create table rehearsals (
  id uuid primary key default uuidv7(),
  change jsonb not null,
  -- the same as it was when the rehearsal was begun
  before jsonb not null,
  conversations integer not null,
  budget jsonb not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'running', 'paused', 'stopped', 'done', 'cancelled')),
  reason text,
  reason_said jsonb,
  -- when a paused one goes on by itself
  due_at timestamptz(3),
  -- with what calls under way may come to, so that a killed worker leaves too much here and never too little
  spent_replies integer not null default 0,
  spent_tokens bigint not null default 0,
  spent_usd double precision not null default 0,
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  touched_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index rehearsals_under_way on rehearsals (touched_at) where state in ('waiting', 'running', 'paused');

-- A question that every rehearsal asks. What was written stays in its conversation and goes with it.
create table rehearsal_tests (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null references conversations on delete cascade,
  -- the customer's messages that are to be answered
  first_seq integer not null,
  last_seq integer not null,
  expectation jsonb not null,
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  unique (conversation_id, last_seq)
);

create table rehearsal_rows (
  id uuid primary key default uuidv7(),
  rehearsal_id uuid not null references rehearsals on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  test_id uuid references rehearsal_tests on delete cascade,
  expectation jsonb,
  first_seq integer not null,
  last_seq integer not null,
  -- what they were really answered; null where nobody has
  said_from integer,
  said_to integer,
  state text not null default 'open' check (state in ('open', 'done', 'failed')),
  reason text,
  reason_said jsonb,
  published jsonb,
  candidate jsonb,
  published_contradicts boolean not null default false,
  candidate_contradicts boolean not null default false,
  differences text[] not null default '{}'
);
create index rehearsal_rows_of on rehearsal_rows (rehearsal_id, state, id);
create index rehearsal_rows_conversation on rehearsal_rows (conversation_id);
create index rehearsal_rows_test on rehearsal_rows (test_id) where test_id is not null;

-- What the model has answered, by everything that it was given: the same is not asked twice.
create table rehearsal_answers (
  conversation_id uuid not null references conversations on delete cascade,
  given text not null,
  answer jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (conversation_id, given)
);

-- Documents as a change would have them, beside those that answers are found in.
create table rehearsal_documents (
  rehearsal_id uuid not null references rehearsals on delete cascade,
  id uuid not null,
  source_id uuid not null,
  url text,
  title text not null,
  language text not null,
  audience text not null,
  website_ids uuid[] not null default '{}',
  -- 0 for one that would be none
  version integer not null,
  primary key (rehearsal_id, id)
);
create table rehearsal_passages (
  rehearsal_id uuid not null,
  id uuid not null default uuidv7(),
  document_id uuid not null,
  place integer not null,
  title text not null,
  headings text[] not null default '{}',
  heading_text text not null default '',
  text text not null,
  language text not null,
  search tsvector generated always as (
    setweight(search_document(title || ' ' || heading_text), 'A') || setweight(search_document(markdown_words(text)), 'B')
  ) stored,
  stems tsvector generated always as (
    setweight(search_stems(language, title || ' ' || heading_text), 'A') || setweight(search_stems(language, markdown_words(text)), 'B')
  ) stored,
  embedding real[],
  primary key (rehearsal_id, id),
  foreign key (rehearsal_id, document_id) references rehearsal_documents on delete cascade
);

create table assistant_publications (
  id uuid primary key default uuidv7(),
  rehearsal_id uuid not null references rehearsals on delete cascade,
  change jsonb not null,
  before jsonb not null,
  published_by uuid references users on delete set null,
  published_at timestamptz(3) not null default now(),
  reverted_by uuid references users on delete set null,
  reverted_at timestamptz(3),
  unique (rehearsal_id)
);
`;
