/** Reads the columns of conversations that decide which users may see them. */
import type { ConversationScope } from '@parley/contracts/permissions/scope';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** By id, of those that are there. */
export async function findConversationScopes(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, ConversationScope>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('conversations')
    .select(['id', 'websiteId', 'assignedRepresentativeId', 'teamId'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, ...scope }) => [id, scope]));
}

/** Returns the distinct scopes of a contact's conversations, at most `limit`. */
export async function scopesOfContact(db: Database, contactId: string, limit: number): Promise<ConversationScope[]> {
  const { rows } = await sql<ConversationScope>`
    select distinct conversations.website_id, assigned_representative_id, team_id from identities
    join conversations on conversations.visitor_id = identities.visitor_id
    where contact_id = ${contactId} and not hidden limit ${limit}
  `.execute(db);
  return rows;
}
