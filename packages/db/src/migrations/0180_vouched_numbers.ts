import { type Kysely, sql } from 'kysely';

/**
 * A website's server vouches for more than the address of its visitor: the customer number and the telephone number of
 * the account. They are kept with the session that they were signed for, since an action may use only what was signed for
 * that session, and are identities of the contact as the address is. A contact keeps the name that the team gave it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = `
    alter table visitors add column external_id text, add column phone text;
    alter table contacts add column given_name text;

    -- As before, and what else the website vouches for. The same customer number is the same person, as the same address
    -- is; a telephone number may be a family's, so a second person's is kept as unproven and only proposes them.
    create or replace function gather_identities(visitor uuid) returns void language plpgsql as $$
    declare
      contact uuid := contact_of(visitor);
      vouched record;
    begin
      for vouched in
        select kinds.kind, kinds.value, website_id from visitors
          cross join lateral (values (1, 'email', identity_key), (2, 'external_id', external_id)) as kinds (no, kind, value)
          where id = visitor and website_id is not null and identity_key is not null and kinds.value is not null
          order by kinds.no
      loop
        insert into identities (contact_id, kind, value, website_id, verified_at)
          values (contact, vouched.kind, vouched.value, vouched.website_id, now()) on conflict do nothing;
        perform join_contacts(contact, contact_id) from identities
          where kind = vouched.kind and value = vouched.value and website_id = vouched.website_id
            and verified_at is not null;
        contact := contact_of(visitor);
      end loop;
      insert into identities (contact_id, kind, value, website_id, verified_at)
        select contact, 'phone', phone, website_id, case when not exists (
          select from identities others where others.kind = 'phone' and others.value = phone
            and others.website_id = visitors.website_id and others.verified_at is not null) then now() end
        from visitors where id = visitor and website_id is not null and identity_key is not null and phone is not null
        on conflict do nothing;
    end $$;

    create or replace function visitor_has_identities() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        -- A number that the website has replaced is no longer theirs, unless another session of theirs has it.
        delete from identities using (values ('external_id', old.external_id, new.external_id), ('phone', old.phone, new.phone))
            as numbers (kind, before, after)
          where numbers.before is distinct from numbers.after and identities.kind = numbers.kind
            and identities.value = numbers.before and identities.website_id = new.website_id
            and identities.contact_id = contact_of(new.id)
            and not exists (
              select from identities sessions join visitors others on others.id = sessions.visitor_id
              where sessions.contact_id = identities.contact_id and others.id <> new.id
                and others.website_id = new.website_id
                and numbers.before = case numbers.kind when 'phone' then others.phone else others.external_id end);
      end if;
      perform gather_identities(new.id);
      return null;
    end $$;
    drop trigger visitors_vouched_for on visitors;
    create trigger visitors_vouched_for after update of identity_key, external_id, phone on visitors for each row
      when (new.identity_key is distinct from old.identity_key or new.external_id is distinct from old.external_id
        or new.phone is distinct from old.phone) execute function visitor_has_identities();`;
  await sql.raw(statements).execute(db);
}
