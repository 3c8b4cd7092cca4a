import { type Kysely, sql } from 'kysely';

/**
 * People have pages: what the team notes about them, that they are blocked, and indexes to find them by. The release
 * before knows none of it and leaves it as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table contacts add column blocked_at timestamptz(3), add column blocked_by uuid references users on delete set null;
-- Of its customer: a message looks at nothing but its conversation.
alter table conversations add column is_blocked boolean not null default false;
create index contacts_blocked on contacts (id desc) where blocked_at is not null;

-- Beginnings of words are looked for among names and what people are known by.
create index visitors_by_name on visitors using gin (to_tsvector('simple', name)) where name is not null;
create index identities_by_words on identities using gin (to_tsvector('simple', translate(value, '@.+-_', '     ')))
  where value is not null;

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

-- As before; the notes about the other, and that they are blocked, are the person's as well.
create or replace function join_contacts(other uuid, contact uuid) returns void language sql as $$
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
  where contact_id = other and other <> contact and not exists (
    select from identities as known where known.contact_id = contact and known.value = theirs.value
      and known.kind = theirs.kind and known.website_id is not distinct from theirs.website_id)
$$;
`;
