import { type Kysely, sql } from 'kysely';

/**
 * Customers who come by a channel: what it told, kept as it came; their sessions; what is being sent to them. New tables
 * only. A session that is forgotten takes the identity along that it was, by which alone nobody could come again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = `
    create table inbound_events (
      id uuid primary key default uuidv7(),
      channel text not null,
      external_id text not null,
      raw bytea not null,
      status text not null default 'stored' check (status in ('stored', 'posted', 'ignored', 'failed')),
      reason text,
      address text,
      reference text,
      conversation_id uuid references conversations on delete cascade,
      message_seq integer,
      received_at timestamptz(3) not null default now(),
      processed_at timestamptz(3),
      unique (channel, external_id)
    );
    create index inbound_events_stored on inbound_events (id) where status = 'stored';
    create index inbound_events_by_address on inbound_events (channel, address, reference);
    create index inbound_events_by_conversation on inbound_events (conversation_id);

    create table channel_sessions (
      channel text not null,
      address text not null,
      -- goes with the visitor by way of the identity that their session is: no lock on visitors is waited for
      visitor_id uuid not null unique references identities (visitor_id) on delete cascade,
      handle text,
      unreachable_since timestamptz(3),
      created_at timestamptz(3) not null default now(),
      primary key (channel, address)
    );
    create function forget_channel_identity() returns trigger language plpgsql as $$
    begin
      delete from identities where kind = old.channel and value = old.address;
      return null;
    end $$;
    create trigger channel_sessions_gone after delete on channel_sessions for each row
      execute function forget_channel_identity();

    create table channel_states (
      channel text primary key,
      state jsonb not null default '{}',
      updated_at timestamptz(3) not null default now()
    );

    create table channel_sends (
      delivery_id uuid primary key references deliveries on delete cascade,
      external_id text,
      created_at timestamptz(3) not null default now()
    );`;
  await sql.raw(statements).execute(db);
}
