/** Copies another installation's notes about copied contacts, and its blocks. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { SourceRow } from './rows.ts';

/**
 * Adds the notes that are missing here, with all versions, and blocks the contacts that are blocked in the other
 * installation.
 */
export async function copyContactNotes(
  source: Database,
  target: Database,
  visitors: readonly SourceRow[],
): Promise<void> {
  const ids = visitors.map(({ id }) => id);
  const { rows } = await sql<{ visitorId: string; notes: unknown; versions: unknown; blockedAt: Date | null }>`
    select identities.visitor_id, contacts.blocked_at,
      coalesce((select jsonb_agg(to_jsonb(notes)) from contact_notes notes where notes.contact_id = contacts.id), '[]') as notes,
      coalesce((select jsonb_agg(to_jsonb(versions)) from contact_note_versions versions
        join contact_notes notes on notes.id = versions.note_id where notes.contact_id = contacts.id), '[]') as versions
    from identities join contacts on contacts.id = identities.contact_id
    where identities.visitor_id = any(${ids}::uuid[])
      and (blocked_at is not null or exists (select from contact_notes where contact_id = contacts.id))
  `.execute(source);
  for (const { visitorId, notes, versions, blockedAt } of rows) {
    await sql`
      with contact as (select contact_id as id from identities where visitor_id = ${visitorId}), added as (
        insert into contact_notes (id, contact_id, author_id, client_note_id, created_at)
        select given.id, contact.id, (select users.id from users where users.id = given.author_id),
          given.client_note_id, given.created_at
        from jsonb_populate_recordset(null::contact_notes, ${JSON.stringify(notes)}::jsonb) as given cross join contact
        on conflict do nothing
      )
      update contacts set blocked_at = coalesce(contacts.blocked_at, ${blockedAt}::timestamptz)
      from contact where contacts.id = contact.id and ${blockedAt}::timestamptz is not null
    `.execute(target);
    await sql`
      insert into contact_note_versions
      select given.* from jsonb_populate_recordset(null::contact_note_versions, ${JSON.stringify(versions)}::jsonb) as given
      where exists (select from contact_notes where contact_notes.id = given.note_id)
      on conflict do nothing
    `.execute(target);
  }
}

/** Adds the unsubscribed addresses of these visitors, which then get no mail from here either. */
export async function copyUnsubscribes(
  source: Database,
  target: Database,
  visitors: readonly SourceRow[],
): Promise<void> {
  const ids = visitors.map(({ id }) => id);
  const { rows } = await sql<{ address: string; unsubscribedAt: Date }>`
    select address, unsubscribed_at from mail_unsubscribes where address in (
      select known.value from identities as session join identities as known using (contact_id)
      where session.visitor_id = any(${ids}::uuid[]) and known.kind = 'email')
  `.execute(source);
  if (rows.length === 0) return;
  await target
    .insertInto('mailUnsubscribes')
    .values(rows)
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute();
}
