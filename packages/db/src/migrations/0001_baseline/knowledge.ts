/** Help centre articles, and the sources and passages that answers cite. */
export const knowledge = `
create table article_categories (
  id uuid primary key default uuidv7(),
  names jsonb not null,
  place integer not null
);

create table articles (
  id uuid primary key default uuidv7(),
  title text not null,
  content text not null,
  is_active boolean not null default true,
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search tsvector generated always as
    (setweight(search_document(title), 'A') || setweight(search_document(content), 'B')) stored,
  audience text not null default 'public' check (audience in ('public', 'customers', 'staff')),
  on_site boolean not null default false,
  website_ids uuid[] not null default '{}',
  category_id uuid references article_categories on delete set null,
  locale text not null default 'en',
  suggested_on text[] not null default '{}'
);
create index articles_search on articles using gin (search);
create index articles_category on articles (category_id) where category_id is not null;

create table article_translations (
  article_id uuid not null references articles on delete cascade,
  locale text not null,
  slug text not null,
  version integer not null,
  published_version integer,
  in_review boolean not null default false,
  publish_at timestamptz(3),
  published_at timestamptz(3),
  primary key (article_id, locale)
);
create unique index article_translations_slug on article_translations (locale, slug);
create index article_translations_due on article_translations (publish_at) where publish_at is not null;

create table article_versions (
  article_id uuid not null,
  locale text not null,
  version integer not null,
  title text not null,
  content text not null,
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  primary key (article_id, locale, version),
  foreign key (article_id, locale) references article_translations(article_id, locale) on update cascade
    on delete cascade
);
create index article_versions_by on article_versions (created_by) where created_by is not null;

create table article_slugs (
  locale text not null,
  slug text not null,
  article_id uuid not null references articles on delete cascade,
  primary key (locale, slug)
);
create index article_slugs_article on article_slugs (article_id);

create table article_votes (
  article_id uuid not null references articles on delete cascade,
  voter text not null,
  locale text not null,
  helpful boolean not null,
  created_at timestamptz(3) not null default now(),
  primary key (article_id, voter)
);

create table help_searches (
  id uuid primary key default uuidv7(),
  words text not null unique,
  locale text not null,
  count integer not null default 1,
  state text not null default 'open' check (state in ('open', 'done', 'ignored')),
  last_at timestamptz(3) not null default now()
);
create index help_searches_state on help_searches (state, count desc);

create table help_misses_settled (
  conversation_id uuid primary key references conversations on delete cascade,
  state text not null check (state in ('done', 'ignored')),
  asked text not null
);

create table help_revision (
  id boolean primary key default true check (id),
  revision bigint not null default 1
);

create table knowledge_sources (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('article', 'website', 'file', 'git')),
  name text not null,
  url text,
  rules jsonb not null default '{"exclude": [], "include": [], "maxPages": 5000}',
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
  updated_at timestamptz(3) not null default now(),
  is_paused boolean not null default false
);
create index knowledge_sources_due on knowledge_sources (due_at) where due_at is not null;
create unique index knowledge_sources_articles on knowledge_sources (kind) where kind = 'article';

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
    setweight(search_stems(language, title || ' ' || heading_text), 'A')
    || setweight(search_stems(language, markdown_words(text)), 'B')
  ) stored,
  embedding real[],
  embedding_model text,
  embedded_at timestamptz(3)
);
create index knowledge_passages_document on knowledge_passages (document_id, place);
create index knowledge_passages_embedded on knowledge_passages (embedding_model, embedded_at)
  where embedded_at is not null;
create index knowledge_passages_search on knowledge_passages using gin (search) with (fastupdate=off);
create index knowledge_passages_stems on knowledge_passages using gin (stems) with (fastupdate=off);

-- Every word of a passage, to find the one that was meant.
create table knowledge_words (
  word text primary key,
  spellings text[] generated always as (near_spellings(word)) stored
);
create index knowledge_words_spellings on knowledge_words using gin (spellings) with (fastupdate=off);

-- passages that were corrected too often: since when they rest, and the time until which the corrections were reviewed
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
`;

/** Functions and triggers, after all tables. */
export const knowledgeTriggers = `
create function help_changed() returns trigger language plpgsql set search_path from current as $$
begin
  update help_revision set revision = revision + 1;
  return null;
end
$$;
create trigger help_changed after insert or delete or update on articles for each statement
  execute function help_changed();
create trigger help_changed after insert or delete or update on article_translations for each statement
  execute function help_changed();
create trigger help_changed after insert or delete or update on article_categories for each statement
  execute function help_changed();

create function article_slug(of_article uuid, in_locale text, title text)
returns text language plpgsql set search_path from current as $$
declare
  wanted text := coalesce(nullif(left(trim(both '-' from regexp_replace(lower(title), '[^[:alnum:]]+', '-', 'g')), 80), ''), 'article');
begin
  if exists (select from article_translations as t where t.locale = in_locale and t.slug = wanted and t.article_id <> of_article)
    or exists (select from article_slugs as s where s.locale = in_locale and s.slug = wanted and s.article_id <> of_article)
  then wanted := wanted || '-' || right(replace(of_article::text, '-', ''), 8);
  end if;
  return wanted;
end
$$;

create function article_written() returns trigger language plpgsql set search_path from current as $$
declare
  written integer;
begin
  if not new.is_active or exists (
    select from article_translations as t join article_versions as v
      on v.article_id = t.article_id and v.locale = t.locale and v.version = t.published_version
    where t.article_id = new.id and t.locale = new.locale and v.title = new.title and v.content = new.content
  ) then return null;
  end if;
  insert into article_translations as t (article_id, locale, slug, version, published_version, published_at)
  values (new.id, new.locale, article_slug(new.id, new.locale, new.title), 1, 1, new.updated_at)
  on conflict (article_id, locale) do update set
    version = t.version + 1, published_version = t.version + 1, published_at = new.updated_at,
    in_review = false, publish_at = null
  returning version into written;
  insert into article_versions (article_id, locale, version, title, content, created_by, created_at)
  values (new.id, new.locale, written, new.title, new.content, new.created_by, new.updated_at);
  return null;
end
$$;
create trigger article_written after insert or update of title, content on articles for each row
  execute function article_written();
`;
