/** Websites, their visitors, and the contacts these are known as. */
export const contacts = `
create table visitors (
  id uuid primary key default uuidv7(),
  website_id uuid references websites on delete set null,
  -- whom the website's own server vouched for: one visitor per website and key, whatever the browser
  identity_key text,
  email text,
  email_verified boolean not null default false,
  name text,
  user_agent text,
  locale text,
  time_zone text,
  page_url text,
  page_title text,
  page_referrer text,
  last_seen_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- a keyed hash of the network from which the visitor left an address nobody has proven
  email_network text,
  token_epoch integer not null default 0,
  revoked_sessions uuid[] not null default '{}',
  browser_languages text[] not null default '{}',
  read_article_id uuid
);
create unique index visitors_identity on visitors (website_id, identity_key) where identity_key is not null;
create index visitors_email on visitors (lower(email)) where email is not null;
create index visitors_last_seen on visitors (last_seen_at);
create index visitors_by_website on visitors (website_id);
-- Beginnings of words are looked for among names and what people are known by.
create index visitors_by_name on visitors using gin (to_tsvector('simple'::regconfig, name)) where name is not null;

create table contacts (
  id uuid primary key default uuidv7(),
  created_at timestamptz(3) not null default now(),
  attributes jsonb not null default '{}',
  blocked_at timestamptz(3),
  blocked_by uuid references users on delete set null,
  attributes_removed_by jsonb not null default '{}'
);
create index contacts_blocked on contacts (id desc) where blocked_at is not null;

create table identities (
  id uuid primary key default uuidv7(),
  contact_id uuid not null references contacts on delete cascade,
  kind text not null check (kind in ('widget_session', 'email', 'external_id', 'telegram', 'phone')),
  visitor_id uuid unique references visitors on delete cascade,
  -- an address is in lower case
  value text,
  -- source of the value; null for a contact's own, and goes with the website
  website_id uuid references websites on delete cascade,
  verified_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- A merged contact may know an address twice; that is told apart again by the undo.
  is_duplicate boolean not null default false,
  check ((kind = 'widget_session') = (visitor_id is not null)),
  check ((visitor_id is null) = (value is not null))
);
create index identities_by_contact on identities (contact_id);
create index identities_by_value on identities (value, kind) where value is not null;
create index identities_by_website on identities (website_id) where website_id is not null;
-- what is proven is one person's
create unique index identities_verified on identities (kind, value, website_id) nulls not distinct
  where verified_at is not null;
create index identities_by_words on identities using gin
  (to_tsvector('simple'::regconfig, translate(value, '@.+-_', '     '))) where value is not null;
create unique index identities_once on identities (contact_id, kind, value, website_id) nulls not distinct
  where value is not null and not is_duplicate;

create table contact_notes (
  id uuid primary key default uuidv7(),
  contact_id uuid not null references contacts on delete cascade,
  author_id uuid references users on delete set null,
  client_note_id uuid unique,
  created_at timestamptz(3) not null default now()
);
create index contact_notes_by_contact on contact_notes (contact_id);

create table contact_note_versions (
  note_id uuid not null references contact_notes on delete cascade,
  version integer not null,
  -- null once it is removed
  body text,
  created_at timestamptz(3) not null default now(),
  primary key (note_id, version)
);

-- Two contacts that a user has merged. What moved is remembered one by one and goes back with the undo, wherever
-- it has come to by then. A merge of which nothing is left is forgotten.
create table merges (
  id uuid primary key default uuidv7(),
  contact_id uuid not null,
  merged_id uuid not null,
  -- of both, what they were
  kept jsonb not null,
  actor_id uuid references users on delete set null,
  created_at timestamptz(3) not null default now()
);

create table merge_items (
  merge_id uuid not null references merges on delete cascade,
  identity_id uuid references identities on delete cascade,
  note_id uuid references contact_notes on delete cascade,
  check ((identity_id is null) <> (note_id is null))
);
create index merge_items_by_merge on merge_items (merge_id);
create index merge_items_by_identity on merge_items (identity_id) where identity_id is not null;
create index merge_items_by_note on merge_items (note_id) where note_id is not null;

-- by address, since it is the mailbox's owner who asked: the address written elsewhere changes nothing
create table mail_unsubscribes (
  id uuid primary key default uuidv7(),
  address text not null unique check (address = lower(address)),
  unsubscribed_at timestamptz(3) not null default now()
);

create table attributes (
  id uuid primary key default uuidv7(),
  subject text not null check (subject in ('conversation', 'contact')),
  key text not null unique,
  name text not null,
  type text not null check (type in ('text', 'number', 'date', 'yes_no', 'choice')),
  choices text[] not null default '{}',
  created_at timestamptz(3) not null default now()
);
`;

/** Functions and triggers, after all tables. */
export const contactsTriggers = `
-- The contact of a visitor, made when there is none.
create function contact_of(visitor uuid) returns uuid language plpgsql as $$
declare
  found_contact uuid;
  made uuid;
begin
  select contact_id into found_contact from identities where visitor_id = visitor;
  if found then return found_contact; end if;
  insert into contacts (created_at) select created_at from visitors where id = visitor returning id into made;
  insert into identities (contact_id, kind, visitor_id) values (made, 'widget_session', visitor)
    on conflict (visitor_id) do nothing;
  if found then return made; end if;
  -- Another transaction was faster.
  delete from contacts where id = made;
  select contact_id into found_contact from identities where visitor_id = visitor;
  return found_contact;
end
$$;

-- Two contacts turn out to be one person: the other's identities and notes become theirs, and what is missing is added
-- to their attributes. An address that both have moves once.
create function join_contacts(other uuid, contact uuid) returns void language sql as $$
  update contacts set attributes = theirs.attributes || contacts.attributes,
    blocked_at = coalesce(contacts.blocked_at, theirs.blocked_at),
    blocked_by = case when contacts.blocked_at is null then theirs.blocked_by else contacts.blocked_by end
  from contacts as theirs
  where contacts.id = contact and theirs.id = other and other <> contact
    and (theirs.attributes <> '{}' or theirs.blocked_at is not null);
  update conversations set is_blocked = true, ai_epoch = ai_epoch + 1
  where other <> contact and not is_blocked
    and exists (select from contacts where id = contact and blocked_at is not null)
    and visitor_id in (select visitor_id from identities where contact_id in (other, contact));
  update contact_notes set contact_id = contact where contact_id = other and other <> contact;
  update identities as theirs set contact_id = contact
  where contact_id = other and other <> contact and not is_duplicate and not exists (
    select from identities as known where known.contact_id = contact and known.value = theirs.value
      and known.kind = theirs.kind and known.website_id is not distinct from theirs.website_id)
$$;

-- Everything a visitor is known by. Whom a website vouches for is the contact it has vouched for before.
create function gather_identities(visitor uuid) returns void language plpgsql as $$
declare
  contact uuid := contact_of(visitor);
  website uuid;
  address text;
begin
  select website_id, identity_key into website, address from visitors
    where id = visitor and website_id is not null and identity_key is not null;
  if not found then return; end if;
  insert into identities (contact_id, kind, value, website_id, verified_at)
    values (contact, 'email', address, website, now()) on conflict do nothing;
  perform join_contacts(contact, contact_id) from identities
    where kind = 'email' and value = address and website_id = website and verified_at is not null;
end
$$;

create function visitor_has_identities() returns trigger language plpgsql as $$
begin
  perform gather_identities(new.id);
  return null;
end
$$;
create trigger visitors_identities after insert on visitors for each row execute function visitor_has_identities();
create trigger visitors_vouched_for after update of identity_key on visitors for each row
  when (new.identity_key is distinct from old.identity_key) execute function visitor_has_identities();

-- A contact exists as long as a visitor can return as it: addresses alone don't keep it.
create function forget_contact() returns trigger language plpgsql as $$
begin
  -- The last two that go at once wait for each other here.
  perform from contacts where id = old.contact_id for update;
  delete from contacts where id = old.contact_id and not exists (
    select from identities where contact_id = old.contact_id and kind in ('widget_session', 'telegram'));
  return null;
end
$$;
create trigger identities_gone after delete on identities for each row
  when (old.kind in ('widget_session', 'telegram')) execute function forget_contact();
create trigger identities_moved after update of contact_id on identities for each row
  when (old.kind in ('widget_session', 'telegram') and new.contact_id <> old.contact_id)
  execute function forget_contact();

create function forget_merge() returns trigger language plpgsql as $$
begin
  delete from public.merges where id = old.merge_id
    and not exists (select from public.merge_items where merge_id = old.merge_id and identity_id is not null);
  return null;
end
$$;
create trigger merge_items_gone after delete on merge_items for each row
  when (old.identity_id is not null) execute function forget_merge();

create function add_address(visitor uuid, address text) returns void language sql as $$
  insert into identities (contact_id, kind, value) values (contact_of(visitor), 'email', lower(address))
  on conflict do nothing
$$;

create function add_visitor_address() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.email is distinct from old.email then perform add_address(new.id, new.email); end if;
  return null;
end
$$;
create trigger visitors_address after insert or update of email on visitors for each row
  when (new.email is not null) execute function add_visitor_address();
`;
