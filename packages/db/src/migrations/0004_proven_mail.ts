import { type Kysely, sql } from 'kysely';

/**
 * Mail only to people who want it: which address a customer has proven, who wants no mail, and every address somebody
 * has ever had, so that erasing by any of them finds the person. The triggers keep this true beside the code of the
 * release before, which writes `visitors.unsubscribed_at` alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- the address whose owner has answered by mail; proves nothing any more once the customer gives another
    alter table conversations add column proven_email text;
    -- a keyed hash of the network from which the visitor left an address nobody has proven
    alter table visitors add column email_network text;

    -- by address, since it is the mailbox's owner who asked: whoever else writes the address somewhere changes nothing
    create table mail_unsubscribes (
      id uuid primary key default uuidv7(),
      address text not null unique check (address = lower(address)),
      unsubscribed_at timestamptz(3) not null default now()
    );
    insert into mail_unsubscribes (address, unsubscribed_at)
      select lower(email), min(unsubscribed_at) from visitors
      where unsubscribed_at is not null and email is not null group by 1;
    create function remember_unsubscribe() returns trigger language plpgsql as $$
    begin
      insert into mail_unsubscribes (address, unsubscribed_at) values (lower(new.email), new.unsubscribed_at)
      on conflict (address) do nothing;
      return null;
    end $$;
    create trigger visitors_unsubscribe after update of unsubscribed_at on visitors for each row
      when (new.unsubscribed_at is not null and old.unsubscribed_at is null and new.email is not null)
      execute function remember_unsubscribe();
    -- copied from another installation
    create trigger visitors_unsubscribed after insert on visitors for each row
      when (new.unsubscribed_at is not null and new.email is not null) execute function remember_unsubscribe();

    create table visitor_addresses (
      address text not null check (address = lower(address)),
      visitor_id uuid not null references visitors on delete cascade,
      primary key (address, visitor_id)
    );
    create index visitor_addresses_by_visitor on visitor_addresses (visitor_id);
    insert into visitor_addresses (address, visitor_id)
      select lower(email), id from visitors where email is not null
      union select lower(customer_email), visitor_id from conversations
        where customer_email is not null and visitor_id is not null
      -- of mails to the team no message is known
      union select lower(address), visitor_id from mail_messages join conversations on conversations.id = conversation_id
        where address is not null and seq is not null and visitor_id is not null
      union select lower(target), visitor_id from deliveries join conversations on conversations.id = conversation_id
        where payload->>'kind' = 'digest' and visitor_id is not null
      union select lower(payload->>'customer'), visitor_id
        from deliveries join conversations on conversations.id = conversation_id
        where payload->>'customer' like '%@%' and payload->>'customer' is distinct from customer_name
          and visitor_id is not null
      union select lower(payload #>> '{body,data,conversation,customerEmail}'), visitor_id
        from deliveries join conversations on conversations.id = conversation_id
        where payload #>> '{body,data,conversation,customerEmail}' is not null and visitor_id is not null;
    create function remember_visitor_address() returns trigger language plpgsql as $$
    begin
      insert into visitor_addresses (address, visitor_id) values (lower(new.email), new.id) on conflict do nothing;
      return null;
    end $$;
    create trigger visitors_address after insert or update of email on visitors for each row
      when (new.email is not null) execute function remember_visitor_address();
    create function remember_customer_address() returns trigger language plpgsql as $$
    begin
      insert into visitor_addresses (address, visitor_id) values (lower(new.customer_email), new.visitor_id)
      on conflict do nothing;
      return null;
    end $$;
    create trigger conversations_address after insert or update of customer_email, visitor_id on conversations for each row
      when (new.customer_email is not null and new.visitor_id is not null) execute function remember_customer_address();

    -- A mail server that was set up before goes on getting mail, encrypted where it offers that, until somebody decides.
    update settings set email_config = email_config || '{"smtpAllowPlaintext": null}'
      where coalesce(email_config->>'smtpHost', '') <> ''
        and coalesce(email_config->>'smtpSecure', 'false') = 'false' and not email_config ? 'smtpAllowPlaintext';
  `.execute(db);
}
