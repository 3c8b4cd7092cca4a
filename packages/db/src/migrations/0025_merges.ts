import { type Kysely, sql } from 'kysely';

/**
 * Contacts are merged by hand, and that can be undone. The release before merges none, and what it joins by itself stays
 * joined.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
-- Two contacts are one person, says somebody. What moved is remembered one by one and goes back with the undo, wherever
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
create function forget_merge() returns trigger language plpgsql as $$
begin
  delete from public.merges where id = old.merge_id
    and not exists (select from public.merge_items where merge_id = old.merge_id and identity_id is not null);
  return null;
end $$;
create trigger merge_items_gone after delete on merge_items for each row when (old.identity_id is not null)
  execute function forget_merge();

-- A merged contact may know an address twice; that is told apart again by the undo.
alter table identities add column is_duplicate boolean not null default false;
drop index identities_once;
create unique index identities_once on identities (contact_id, kind, value, website_id) nulls not distinct
  where value is not null and not is_duplicate;

-- As before; an address that is known twice moves once.
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
  where contact_id = other and other <> contact and not is_duplicate and not exists (
    select from identities as known where known.contact_id = contact and known.value = theirs.value
      and known.kind = theirs.kind and known.website_id is not distinct from theirs.website_id)
$$;
`;
