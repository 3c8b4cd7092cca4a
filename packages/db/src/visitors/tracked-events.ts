/** Events that pages track of their visitors. */
import { trackedEventLimits } from '@parley/contracts/visitors/limits';
import type { TrackedEvent, TrackedEventInput } from '@parley/contracts/visitors/tracked-events';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * Stores events of a visitor once each, and keeps the newest ones. Returns whether one of them is new; none is for a
 * visitor who was deleted.
 */
export async function storeTrackedEvents(
  db: Database,
  visitorId: string,
  events: readonly TrackedEventInput[],
): Promise<boolean> {
  const rows = events.map(({ secondsAgo, ...event }) => ({ ...event, seconds_ago: secondsAgo }));
  const { numAffectedRows = 0n } = await sql`
    insert into tracked_events (visitor_id, id, name, properties, at)
    select visitor.id, given.id, given.name, given.properties, now() - make_interval(secs => given.seconds_ago)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given (id uuid, name text, properties jsonb, seconds_ago integer)
      cross join (select id from visitors where id = ${visitorId} for key share) visitor
    on conflict do nothing
  `.execute(db);
  if (numAffectedRows === 0n) return false;
  await sql`
    delete from tracked_events where visitor_id = ${visitorId} and id in (
      select id from tracked_events where visitor_id = ${visitorId} order by at desc, id desc
      offset ${trackedEventLimits.stored})
  `.execute(db);
  return true;
}

/** Returns the newest events of a contact, over all of their browsers, newest first. */
export async function trackedEventsOf(db: Database, contactId: string, limit: number): Promise<TrackedEvent[]> {
  const events = await db
    .selectFrom('trackedEvents')
    .select(['id', 'name', 'properties', 'at'])
    .where(sql<boolean>`visitor_id in (select visitor_id from identities where contact_id = ${contactId})`)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() }));
}

export async function deleteOldTrackedEvents(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('trackedEvents').where('at', '<', before).execute();
}
