import { type Kysely, sql } from 'kysely';

/** Mailboxes, conversations that a mail opens, with their subject, and the people that mails come from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table mailboxes (
  id uuid primary key default uuidv7(),
  name text not null,
  address text not null unique check (address = lower(address)),
  website_id uuid references websites on delete set null,
  team_id uuid references teams on delete set null,
  sender_name text not null default '',
  signature text not null default '',
  auto_reply text not null default 'off' check (auto_reply in ('off', 'always', 'outside_hours')),
  auto_reply_text text not null default '',
  assistant boolean not null default false,
  assistant_delay_seconds integer not null default 0,
  opens_conversations boolean not null default true,
  -- {kind, …}, its secrets encrypted
  receiving jsonb not null,
  sending jsonb not null,
  -- tokens of OAuth as encrypted JSON
  tokens text,
  received_at timestamptz(3),
  checked_at timestamptz(3),
  -- {message, localized}
  failure jsonb,
  created_at timestamptz(3) not null default now()
);

-- every address that leads to a mailbox, its own included
create table mailbox_addresses (
  address text primary key check (address = lower(address)),
  mailbox_id uuid not null references mailboxes on delete cascade
);
create index mailbox_addresses_by_mailbox on mailbox_addresses (mailbox_id);

alter table conversations
  add column subject text,
  -- null for the first mailbox, and for conversations without mail
  add column mailbox_id uuid references mailboxes on delete set null;
create index conversations_by_mailbox on conversations (mailbox_id) where mailbox_id is not null;

alter table inbound_mails
  -- null for the first one
  add column mailbox_id uuid references mailboxes on delete set null,
  drop constraint inbound_mails_source_check,
  add constraint inbound_mails_source_check check (source in ('imap', 'smtp', 'webhook'));

-- The visitor that an address writes as, apart from one that only claims the address.
create table mail_senders (
  address text not null check (address = lower(address)),
  website_id uuid references websites on delete cascade,
  is_proven boolean not null,
  visitor_id uuid not null references visitors on delete cascade,
  unique nulls not distinct (address, website_id, is_proven)
);
create index mail_senders_by_visitor on mail_senders (visitor_id);

-- the last automatic reply to an address
create table mail_auto_replies (
  address text primary key,
  sent_at timestamptz(3) not null default now()
);
create index mail_auto_replies_by_age on mail_auto_replies (sent_at);

create or replace function conversation_search_refresh() returns trigger language plpgsql as $$
declare
  who tsvector := public.search_document(
    concat_ws(' ', new.customer_email, new.customer_name, new.website_domain, new.subject));
begin
  insert into public.conversation_search (conversation_id, document) values (new.id, who)
  on conflict (conversation_id) do update set document = excluded.document;
  if tg_op = 'UPDATE' then perform public.search_forget(new.id, 0); end if;
  insert into public.search_tail (n, conversation_id, seq, words)
  values (nextval('public.search_person_numbers'), new.id, 0, who);
  return null;
end
$$;
create trigger conversation_search_subject after update of subject on conversations
  for each row when (not new.hidden and new.subject is distinct from old.subject)
  execute function conversation_search_refresh();
`;
