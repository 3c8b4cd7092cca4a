import { type Kysely, sql } from 'kysely';

/**
 * People: a contact, and what it is known by. A visitor's row is the session of a browser, and a session is one of a
 * contact's identities: so are addresses. Triggers keep this true, so that the release before, which knows visitors
 * alone, may go on beside this one, and no session or message takes another statement. New tables only: no big one is
 * rewritten or locked for longer than it takes to hang a trigger on it. Visitors of before get theirs by the next
 * migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = `
    create table contacts (
      id uuid primary key default uuidv7(),
      created_at timestamptz(3) not null default now()
    );
    create table identities (
      id uuid primary key default uuidv7(),
      contact_id uuid not null references contacts on delete cascade,
      kind text not null check (kind in ('widget_session', 'email', 'external_id', 'telegram', 'phone')),
      visitor_id uuid unique references visitors on delete cascade,
      -- an address is in lower case
      value text,
      -- whose word it is; null for what somebody said of themselves, and goes with the website
      website_id uuid references websites on delete cascade,
      verified_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      check ((kind = 'widget_session') = (visitor_id is not null)),
      check ((visitor_id is null) = (value is not null))
    );
    create index identities_by_contact on identities (contact_id);
    create index identities_by_value on identities (value, kind) where value is not null;
    create index identities_by_website on identities (website_id) where website_id is not null;
    create unique index identities_once on identities (contact_id, kind, value, website_id) nulls not distinct
      where value is not null;
    -- what is proven is one person's
    create unique index identities_verified on identities (kind, value, website_id) nulls not distinct
      where verified_at is not null;

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
      -- Somebody else was faster.
      delete from contacts where id = made;
      select contact_id into found_contact from identities where visitor_id = visitor;
      return found_contact;
    end $$;

    -- Two contacts turn out to be one person: the other's identities become theirs, and nothing else moves.
    create function join_contacts(other uuid, contact uuid) returns void language sql as $$
      update identities as theirs set contact_id = contact
      where contact_id = other and other <> contact and not exists (
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
      insert into identities (contact_id, kind, value)
        select contact, 'email', visitor_addresses.address from visitor_addresses where visitor_id = visitor
        on conflict do nothing;
      select website_id, identity_key into website, address from visitors
        where id = visitor and website_id is not null and identity_key is not null;
      if not found then return; end if;
      insert into identities (contact_id, kind, value, website_id, verified_at)
        values (contact, 'email', address, website, now()) on conflict do nothing;
      perform join_contacts(contact, contact_id) from identities
        where kind = 'email' and value = address and website_id = website and verified_at is not null;
    end $$;

    create function visitor_has_identities() returns trigger language plpgsql as $$
    begin
      perform gather_identities(new.id);
      return null;
    end $$;
    create trigger visitors_identities after insert on visitors for each row execute function visitor_has_identities();
    create trigger visitors_vouched_for after update of identity_key on visitors for each row
      when (new.identity_key is distinct from old.identity_key) execute function visitor_has_identities();

    create function address_is_identity() returns trigger language plpgsql as $$
    begin
      insert into identities (contact_id, kind, value) values (contact_of(new.visitor_id), 'email', new.address)
        on conflict do nothing;
      return null;
    end $$;
    create trigger visitor_addresses_identity after insert on visitor_addresses for each row
      execute function address_is_identity();

    -- A contact is there as long as somebody can come as it: addresses alone keep nobody.
    create function forget_contact() returns trigger language plpgsql as $$
    begin
      -- The last two that go at once wait for each other here.
      perform from contacts where id = old.contact_id for update;
      delete from contacts where id = old.contact_id and not exists (
        select from identities where contact_id = old.contact_id and kind in ('widget_session', 'telegram'));
      return null;
    end $$;
    create trigger identities_gone after delete on identities for each row
      when (old.kind in ('widget_session', 'telegram')) execute function forget_contact();
    create trigger identities_moved after update of contact_id on identities for each row
      when (old.kind in ('widget_session', 'telegram') and new.contact_id <> old.contact_id)
      execute function forget_contact();`;
  await sql.raw(statements).execute(db);
}
