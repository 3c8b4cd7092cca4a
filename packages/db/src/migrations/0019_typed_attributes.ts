import { type Kysely, sql } from 'kysely';

/** Attributes of conversations and contacts. The release before knows none, and leaves them as they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table attributes (
  id uuid primary key default uuidv7(),
  subject text not null check (subject in ('conversation', 'contact')),
  key text not null unique,
  name text not null,
  type text not null check (type in ('text', 'number', 'date', 'yes_no', 'choice')),
  choices text[] not null default '{}',
  created_at timestamptz(3) not null default now()
);
-- by key: {"value", "source", "setBy", "setAt"}
alter table conversations add column attributes jsonb not null default '{}';
alter table contacts add column attributes jsonb not null default '{}';

-- As before; what is known of the other is known of the person, who is right where both say something.
create or replace function join_contacts(other uuid, contact uuid) returns void language sql as $$
  update contacts set attributes = theirs.attributes || contacts.attributes
  from contacts as theirs
  where contacts.id = contact and theirs.id = other and other <> contact and theirs.attributes <> '{}';
  update identities as theirs set contact_id = contact
  where contact_id = other and other <> contact and not exists (
    select from identities as known where known.contact_id = contact and known.value = theirs.value
      and known.kind = theirs.kind and known.website_id is not distinct from theirs.website_id)
$$;
`;
