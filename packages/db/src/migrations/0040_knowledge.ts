import { type Kysely, sql } from 'kysely';

/**
 * Sources of knowledge, their documents with versions, and the passages that answers rest on. Nothing that the release
 * before reads or writes changes: the worker takes the articles over, those that it goes on writing too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
-- The words of a text in their base form, as the language of the text forms them; as they are in any other. Accents are
-- taken off first, like in search_document: people leave them out.
create function search_stems(language text, input text) returns tsvector
language sql immutable strict parallel safe as $$
  select case language
    when 'en' then to_tsvector('pg_catalog.english', public.search_words(input))
    when 'de' then to_tsvector('pg_catalog.german', public.search_words(input))
    when 'fr' then to_tsvector('pg_catalog.french', public.search_words(input))
    when 'es' then to_tsvector('pg_catalog.spanish', public.search_words(input))
    when 'pt' then to_tsvector('pg_catalog.portuguese', public.search_words(input))
    when 'it' then to_tsvector('pg_catalog.italian', public.search_words(input))
    when 'nl' then to_tsvector('pg_catalog.dutch', public.search_words(input))
    when 'tr' then to_tsvector('pg_catalog.turkish', public.search_words(input))
    when 'ar' then to_tsvector('pg_catalog.arabic', public.search_words(input))
    else to_tsvector('pg_catalog.simple', public.search_words(input))
  end
$$;

-- A word, and it with each one of its letters left out: two words that share one of these are a letter apart
-- (https://github.com/wolfgarbe/SymSpell).
create function near_spellings(word text) returns text[]
language sql immutable strict parallel safe as $$
  select array_agg(distinct overlay(word placing '' from place for 1)) || word
  from generate_series(1, char_length(word)) as place
$$;

create table knowledge_sources (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('article', 'website', 'file', 'git')),
  name text not null,
  url text,
  rules jsonb not null default '{"include": [], "exclude": [], "maxPages": 5000}',
  audience text not null default 'public' check (audience in ('public', 'customers', 'staff')),
  -- none for all
  website_ids uuid[] not null default '{}',
  every_hours integer,
  state text not null default 'ready' check (state in ('waiting', 'reading', 'ready', 'failed')),
  reason text,
  reason_said jsonb,
  -- the reading under way, so that only one goes on
  run_id uuid,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  due_at timestamptz(3),
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index knowledge_sources_due on knowledge_sources (due_at) where due_at is not null;
create unique index knowledge_sources_articles on knowledge_sources (kind) where kind = 'article';
insert into knowledge_sources (kind, name) values ('article', 'Articles');

create table knowledge_documents (
  id uuid primary key default uuidv7(),
  source_id uuid not null references knowledge_sources on delete cascade,
  -- what its source calls it: an address, a path, an id
  external_id text not null,
  url text,
  title text not null,
  language text not null default 'en',
  audience text not null check (audience in ('public', 'customers', 'staff')),
  website_ids uuid[] not null default '{}',
  version integer not null default 0,
  sha text,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'skipped', 'failed')),
  reason text,
  reason_said jsonb,
  etag text,
  last_modified text,
  -- how many links away from where the source begins, and in which reading it was found last
  depth integer not null default 0,
  run_id uuid,
  is_queued boolean not null default false,
  -- a file as it came, until it has been read
  original bytea,
  fetched_at timestamptz(3),
  changed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (source_id, external_id)
);
create index knowledge_documents_state on knowledge_documents (source_id, state, id);
create index knowledge_documents_queued on knowledge_documents (source_id, depth, id) where is_queued;

create table knowledge_versions (
  document_id uuid not null references knowledge_documents on delete cascade,
  version integer not null,
  title text not null,
  markdown text not null,
  created_at timestamptz(3) not null default now(),
  primary key (document_id, version)
);

-- What of a Markdown text is read: not where its links lead.
create function markdown_words(input text) returns text
language sql immutable strict parallel safe as $$
  select regexp_replace(input, '\\]\\([^()\\s]*\\)', '] ', 'g')
$$;

create table knowledge_passages (
  id uuid primary key default uuidv7(),
  document_id uuid not null references knowledge_documents on delete cascade,
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
  embedding_model text,
  embedded_at timestamptz(3)
);
create index knowledge_passages_document on knowledge_passages (document_id, place);
create index knowledge_passages_embedded on knowledge_passages (embedding_model, embedded_at) where embedded_at is not null;
create index knowledge_passages_search on knowledge_passages using gin (search) with (fastupdate = off);
create index knowledge_passages_stems on knowledge_passages using gin (stems) with (fastupdate = off);

-- Every word of a passage, to find the one that was meant.
create table knowledge_words (
  word text primary key,
  spellings text[] generated always as (near_spellings(word)) stored
);
create index knowledge_words_spellings on knowledge_words using gin (spellings) with (fastupdate = off);
`;
