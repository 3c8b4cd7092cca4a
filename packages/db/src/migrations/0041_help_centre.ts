import { type Kysely, sql } from 'kysely';

/**
 * The help centre: articles get languages, versions, categories, an audience and a place on the public site. What
 * `articles` had is the published version of each in its own language, as public for the assistant as it was, and on no
 * site. What writes `title` and `content` there, as the release before does, writes a published version by a trigger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table article_categories (
  id uuid primary key default uuidv7(),
  names jsonb not null,
  place integer not null
);

alter table articles
  add column audience text not null default 'public' check (audience in ('public', 'customers', 'staff')),
  add column on_site boolean not null default false,
  add column website_ids uuid[] not null default '{}',
  add column category_id uuid references article_categories on delete set null,
  add column locale text not null default 'en';
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
  foreign key (article_id, locale) references article_translations on update cascade on delete cascade
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

alter table websites
  add column help_host text unique,
  add column help_in_widget text not null default 'chat' check (help_in_widget in ('off', 'chat', 'first', 'only'));

alter table visitors add column read_article_id uuid;

create table help_revision (id boolean primary key default true check (id), revision bigint not null default 1);
insert into help_revision default values;

create function help_changed() returns trigger language plpgsql set search_path from current as $$
begin
  update help_revision set revision = revision + 1;
  return null;
end $$;
create trigger help_changed after insert or update or delete on articles for each statement execute function help_changed();
create trigger help_changed after insert or update or delete on article_translations for each statement execute function help_changed();
create trigger help_changed after insert or update or delete on article_categories for each statement execute function help_changed();

create function article_slug(of_article uuid, in_locale text, title text) returns text language plpgsql set search_path from current as $$
declare
  wanted text := coalesce(nullif(left(trim(both '-' from regexp_replace(lower(title), '[^[:alnum:]]+', '-', 'g')), 80), ''), 'article');
begin
  if exists (select from article_translations as t where t.locale = in_locale and t.slug = wanted and t.article_id <> of_article)
    or exists (select from article_slugs as s where s.locale = in_locale and s.slug = wanted and s.article_id <> of_article)
  then wanted := wanted || '-' || right(replace(of_article::text, '-', ''), 8);
  end if;
  return wanted;
end $$;

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
end $$;
create trigger article_written after insert or update of title, content on articles
  for each row execute function article_written();

update articles set title = title where is_active;
`;
