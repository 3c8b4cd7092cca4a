import type { ConversationScope } from '@parley/contracts/permissions/scope';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface NewestConversation extends ConversationScope {
  id: string;
  customerName: string | null;
  customerEmail: string | null;
}

/** Returns the newest conversation of each visitor, by visitor; hidden ones count as none. */
export async function newestConversationsOf(
  db: Database,
  visitorIds: readonly string[],
): Promise<Map<string, NewestConversation>> {
  if (visitorIds.length === 0) return new Map();
  const { rows } = await sql<NewestConversation & { visitorId: string }>`
    select distinct on (visitor_id)
      visitor_id, id, customer_name, customer_email, website_id, assigned_representative_id, team_id
    from conversations where visitor_id = any(${visitorIds}::uuid[]) and not hidden
    order by visitor_id, created_at desc
  `.execute(db);
  return new Map(rows.map(({ visitorId, ...conversation }) => [visitorId, conversation]));
}
