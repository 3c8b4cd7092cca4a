import { type Kysely, sql } from 'kysely';

/** Permissions to show pictures of other servers in emails, and the number of tracking pixels of each email. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table allowed_pictures (
  id uuid primary key default uuidv7(),
  conversation_id uuid unique references conversations on delete cascade,
  sender text unique check (sender = lower(sender)),
  allowed_by uuid references users on delete set null,
  allowed_at timestamptz(3) not null default now(),
  check (num_nonnulls(conversation_id, sender) = 1)
);

-- pictures left out that only report that an email was read
alter table message_emails add column tracking_pixels integer not null default 0;
`;
