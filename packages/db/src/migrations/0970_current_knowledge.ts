import { type Kysely, sql } from 'kysely';

/** Dates and translations of documents, texts of them that aren't sources, and passages that contradict each other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table knowledge_documents
  -- equal in translations of one text
  add column translation_key text,
  -- day of the text by its own words; null if it has none
  add column dated_on date,
  -- texts that answers must not use: {why, text}
  add column set_aside jsonb not null default '[]';
create index knowledge_documents_translations on knowledge_documents (translation_key) where translation_key is not null;

create table knowledge_contradictions (
  older_passage_id uuid not null references knowledge_passages on delete cascade,
  newer_passage_id uuid not null references knowledge_passages on delete cascade,
  older_text text not null,
  newer_text text not null,
  created_at timestamptz(3) not null default now(),
  -- both are right; they aren't shown again
  settled_by uuid references users on delete set null,
  settled_at timestamptz(3),
  primary key (older_passage_id, newer_passage_id),
  check (older_passage_id <> newer_passage_id)
);
-- One row: when passages were compared last.
create table knowledge_comparison (
  id boolean primary key default true check (id),
  compared_at timestamptz(3) not null
);
create index knowledge_contradictions_newer on knowledge_contradictions (newer_passage_id);
create index knowledge_contradictions_settled_by on knowledge_contradictions (settled_by) where settled_by is not null;
`;
