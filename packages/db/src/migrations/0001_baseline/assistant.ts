/** Tables of model requests and answers: replies, rehearsals, actions. */
export const assistant = `
create table ai_runs (
  id uuid primary key default uuidv7(),
  conversation_id uuid references conversations on delete set null,
  visitor_id uuid references visitors on delete set null,
  kind text not null,
  ai_epoch integer,
  message_seq integer,
  model text not null,
  prompt_version text not null,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost_usd numeric(12,6) not null default 0,
  latency_ms integer not null,
  outcome text not null,
  error text,
  created_at timestamptz(3) not null default now()
);
create index ai_runs_by_conversation on ai_runs (conversation_id, id desc);
create index ai_runs_by_visitor on ai_runs (visitor_id, created_at) include (input_tokens, output_tokens);

create table ai_answers (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null references conversations on delete cascade,
  kind text not null check (kind in ('reply', 'suggestion')),
  -- the message it became; of a suggestion the newest message when it was made
  seq integer not null,
  model text not null,
  prompt_version text not null,
  input_tokens integer not null,
  output_tokens integer not null,
  cost_usd double precision not null,
  fate text not null default 'open' check (fate in ('open', 'sent', 'edited', 'thrown_away', 'asked_again')),
  distance real,
  -- the newest message that its fate was judged by
  judged_seq integer not null,
  created_at timestamptz(3) not null default now()
);
create index ai_answers_conversation on ai_answers (conversation_id, seq);
create index ai_answers_created on ai_answers (created_at);

create table ai_answer_sentences (
  answer_id uuid not null references ai_answers on delete cascade,
  place integer not null,
  text text not null,
  -- passages come and go with their documents: what was cited is kept with the sentence
  passage_ids uuid[] not null default '{}',
  sources jsonb not null default '[]',
  contradicted_at timestamptz(3),
  primary key (answer_id, place)
);
create index ai_answer_sentences_passages on ai_answer_sentences using gin (passage_ids);
create index ai_answer_sentences_contradicted on ai_answer_sentences (contradicted_at)
  where contradicted_at is not null;

create table conversation_summaries (
  conversation_id uuid not null references conversations on delete cascade,
  language text not null,
  -- it takes in the messages up to here, and their edits up to there
  last_seq integer not null,
  edit_no integer not null,
  summary jsonb not null,
  updated_at timestamptz(3) not null default now(),
  primary key (conversation_id, language)
);

create table message_translations (
  conversation_id uuid not null references conversations on delete cascade,
  seq integer not null,
  language text not null,
  from_language text not null,
  -- of the message as it was translated
  edit_no integer not null default 0,
  -- null where it needs none
  text text,
  created_at timestamptz(3) not null default now(),
  primary key (conversation_id, seq, language)
);

create table translated_conversations (
  conversation_id uuid not null references conversations on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- false for who reads this one as it was written, whatever they prefer otherwise
  is_on boolean not null,
  updated_at timestamptz(3) not null default now(),
  primary key (conversation_id, user_id)
);
create index translated_conversations_by_user on translated_conversations (user_id, updated_at desc);

create table rehearsals (
  id uuid primary key default uuidv7(),
  change jsonb not null,
  -- the same as it was when the rehearsal was begun
  before jsonb not null,
  conversations integer not null,
  budget jsonb not null,
  state text not null default 'waiting' check
    (state in ('waiting', 'running', 'paused', 'stopped', 'done', 'cancelled')),
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
  finished_at timestamptz(3),
  -- each action of a change as it was found and as it is to be; the values of headers are encrypted
  tools jsonb not null default '[]'
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
  differences text[] not null default '{}',
  opinion jsonb
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
    setweight(search_stems(language, title || ' ' || heading_text), 'A')
    || setweight(search_stems(language, markdown_words(text)), 'B')
  ) stored,
  embedding real[],
  primary key (rehearsal_id, id),
  foreign key (rehearsal_id, document_id) references rehearsal_documents(rehearsal_id, id) on delete cascade
);

create table assistant_publications (
  id uuid primary key default uuidv7(),
  rehearsal_id uuid not null unique references rehearsals on delete cascade,
  change jsonb not null,
  before jsonb not null,
  published_by uuid references users on delete set null,
  published_at timestamptz(3) not null default now(),
  reverted_by uuid references users on delete set null,
  reverted_at timestamptz(3)
);

create table tool_servers (
  id uuid primary key default uuidv7(),
  name text not null,
  url text not null,
  -- names in the clear, values encrypted
  headers jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  -- names, and of each schema a word to compare it by; null until it has answered
  offers jsonb,
  offers_at timestamptz(3),
  updated_at timestamptz(3) not null default now()
);

create table tool_hosts (
  host text primary key
);

create table tools (
  id uuid primary key default uuidv7(),
  name text not null unique,
  description text not null,
  effect text not null check (effect in ('read', 'write')),
  needs_identity boolean not null,
  is_active boolean not null,
  parameters jsonb not null,
  bindings jsonb not null default '{}',
  confirmation text not null default '',
  -- the values of its headers are encrypted
  http jsonb,
  server_id uuid references tool_servers on delete cascade,
  server_tool text,
  max_bytes integer not null,
  timeout_seconds integer not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  server_offer text,
  check ((http is null) <> (server_id is null))
);

create table tool_calls (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null references conversations on delete cascade,
  -- the event that was replied to, and which call of the reply it is
  run_id uuid not null,
  call_no integer not null,
  tool_id uuid,
  name text not null,
  effect text not null,
  -- the model's own; what the server fills in is never stored
  arguments jsonb not null,
  bound text[] not null default '{}',
  -- of what the server fills in, keyed: to be the same when it is run
  bound_digest text,
  state text not null check (state in ('asked', 'running', 'done', 'failed', 'unsure', 'declined', 'dropped')),
  -- of a write: the assistant's message that asks, by its client id, and who had the conversation then
  ask_id uuid,
  ai_epoch integer,
  expires_at timestamptz(3),
  -- the event of the customer's yes
  confirmed_by uuid,
  result text,
  problem text,
  response_status integer,
  milliseconds integer,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  unique (conversation_id, run_id, call_no)
);
create index tool_calls_tool on tool_calls (tool_id, id);

create table identity_codes (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null references conversations on delete cascade,
  -- the event of the message that the answer with it belongs to: one code per reply
  run_id uuid not null,
  email text not null,
  code_hash text not null,
  attempts integer not null default 0,
  expires_at timestamptz(3) not null,
  verified_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index identity_codes_conversation on identity_codes (conversation_id, id);
`;
