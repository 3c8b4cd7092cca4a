import { type Kysely, sql } from 'kysely';

/**
 * Companies, and the one that a contact belongs to: chosen by a user, signed by the website, or by a domain of a proven
 * address. Where a user or the website has decided, domains change nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table companies (
  id uuid primary key default uuidv7(),
  name text not null,
  attributes jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);
create unique index companies_by_name on companies (lower(name));
create index companies_by_words on companies using gin (to_tsvector('simple'::regconfig, name));

create table company_domains (
  domain text primary key check (domain = lower(domain)),
  company_id uuid not null references companies on delete cascade
);
create index company_domains_by_company on company_domains (company_id);

alter table contacts
  add column company_id uuid references companies on delete set null,
  -- null where nothing has decided yet
  add column company_source text check (company_source in ('representative', 'signed', 'domain'));
create index contacts_by_company on contacts (company_id) where company_id is not null;
create index identities_by_domain on identities (split_part(value, '@', 2))
  where kind = 'email' and verified_at is not null;

alter table attributes drop constraint attributes_subject_check;
alter table attributes add constraint attributes_subject_check
  check (subject in ('conversation', 'contact', 'company'));

create trigger companies_described after insert on companies for each row
  when (new.attributes <> '{}') execute function note_attribute_values();
create trigger companies_described_again after update of attributes on companies for each row
  when (new.attributes is distinct from old.attributes) execute function note_attribute_values();
create trigger companies_described_no_more after delete on companies for each row
  when (old.attributes <> '{}') execute function note_attribute_values();

create function address_has_company() returns trigger language plpgsql as $$
begin
  update contacts set company_id = company_domains.company_id, company_source = 'domain'
  from company_domains
  where contacts.id = new.contact_id and contacts.company_source is null
    and company_domains.domain = split_part(new.value, '@', 2);
  return null;
end
$$;
create trigger identities_have_company after insert or update of verified_at, contact_id on identities for each row
  when (new.kind = 'email' and new.verified_at is not null) execute function address_has_company();

create function domain_has_contacts() returns trigger language plpgsql as $$
begin
  update contacts set company_id = new.company_id, company_source = 'domain'
  where company_source is null and id in (select contact_id from identities
    where kind = 'email' and verified_at is not null and split_part(value, '@', 2) = new.domain);
  return null;
end
$$;
create trigger company_domains_have_contacts after insert on company_domains for each row
  execute function domain_has_contacts();

-- Before the contact that they leave is deleted: triggers of one event go by their names.
create function identity_brings_company() returns trigger language plpgsql as $$
begin
  update contacts set company_id = left_behind.company_id, company_source = left_behind.company_source
  from contacts as left_behind
  where contacts.id = new.contact_id and contacts.company_source is null
    and left_behind.id = old.contact_id and left_behind.company_id is not null;
  return null;
end
$$;
create trigger identities_bring_company after update of contact_id on identities for each row
  when (new.contact_id <> old.contact_id) execute function identity_brings_company();
`;
