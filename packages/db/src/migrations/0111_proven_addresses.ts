import { type Kysely, sql } from 'kysely';

/**
 * Records whether an account's address is proved to be its user's: an admin or a directory has let them in with it, or
 * its mailbox has confirmed it. Addresses changed in the dashboard before there were confirmations, and those
 * registered where registration is open, are unproved.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column email_proven boolean not null default true`.execute(db);
  await sql`
    update users set email_proven = false
    where kind = 'person' and exists (
      select from audit_log as entry
      where entry.subject_id = users.id::text and entry.subject_type = 'user' and (
        (entry.action = 'user.updated' and entry.actor_id is not null and entry.details -> 'fields' ? 'email')
        or (entry.action = 'user.registered' and entry.details ->> 'method' = 'registration' and users.role <> 'admin')
      )
    )
  `.execute(db);
}
