import { type Kysely, sql } from 'kysely';

/**
 * What answers of the assistant rest on, what became of them, and what is passed on with a hand-off. The release before
 * writes answers without sources and reads none of this.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
-- of an answer of the assistant's, those sources that everybody can read
alter table messages add column sources jsonb;

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
create index ai_answer_sentences_contradicted on ai_answer_sentences (contradicted_at) where contradicted_at is not null;

-- passages that were corrected too often: since when they rest, and until when somebody has looked at what was corrected
create table passage_rests (
  passage_id uuid primary key,
  document_id uuid not null,
  title text not null,
  url text,
  resting_since timestamptz(3),
  approved_at timestamptz(3),
  approved_by uuid references users on delete set null
);
create index passage_rests_resting on passage_rests (resting_since) where resting_since is not null;

create table hand_offs (
  conversation_id uuid primary key references conversations on delete cascade,
  packet jsonb not null,
  updated_at timestamptz(3) not null default now()
);
`;
