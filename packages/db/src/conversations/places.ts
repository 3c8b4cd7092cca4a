/** What of conversations decides who of the team may see them. */
import type { Placed } from '@parley/contracts/scope';
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
