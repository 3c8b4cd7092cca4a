import { type Kysely, sql } from 'kysely';

/** Reports of other servers about sent mails, and the addresses that mail came back from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
-- {state, reason, detail, at}: the last report about a mail that was handed over
alter table deliveries add column report jsonb;

create table mail_bounces (
  address text primary key check (address = lower(address)),
  reason text not null,
  -- the other server's own text
  detail text not null default '',
  -- no mail is sent to it until a representative allows it
  is_stopped boolean not null,
  bounced_at timestamptz(3) not null default now()
);
`;
