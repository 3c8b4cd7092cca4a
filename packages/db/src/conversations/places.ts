/** Reads the columns of conversations that decide which users may see them. */
import type { Placed } from '@parley/contracts/permissions/scope';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** By id, of those that are there. */
export async function findPlaces(db: Database, ids: readonly string[]): Promise<Map<string, Placed>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('conversations')
    .select(['id', 'websiteId', 'assignedRepresentativeId', 'teamId'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

/** Returns the distinct places of a contact's conversations, at most `limit`. */
export async function placesOfContact(db: Database, contactId: string, limit: number): Promise<Placed[]> {
  const { rows } = await sql<Placed>`
    select distinct conversations.website_id, assigned_representative_id, team_id from identities
    join conversations on conversations.visitor_id = identities.visitor_id
    where contact_id = ${contactId} and not hidden limit ${limit}
  `.execute(db);
  return rows;
}
