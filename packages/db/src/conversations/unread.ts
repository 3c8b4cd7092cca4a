import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';
import { unreadCountOf } from '../reads/unread.ts';

/**
 * Counts the open conversations with messages that this representative should read, among those that match `where`:
 * their own and unassigned ones, but not the assistant's or snoozed ones. Reads open conversations only.
 */
export async function countUnread(
  db: Database,
  representativeId: string,
  where?: RawBuilder<boolean>,
): Promise<number> {
  const [row] = await prepared(
    db,
    sql<{ count: number }>`
      select count(*) as count from conversations
      where status <> 'closed' and not hidden and not is_ai_assisted and snoozed_until is null
        and (assigned_representative_id is null or assigned_representative_id = ${representativeId}::uuid)
        and ${unreadCountOf(representativeId)} > 0 ${where ? sql`and ${where}` : sql``}
    `,
  );
  return row?.count ?? 0;
}
