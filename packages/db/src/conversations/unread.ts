import { sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * How many open conversations have messages that this representative should read: their own and nobody's, but not the
 * assistant's. Looks at open conversations only.
 */
export async function countUnread(db: Database, representativeId: string): Promise<number> {
  const { count } = await db
    .selectFrom('conversations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<boolean>`status <> 'closed' and not hidden and not is_ai_assisted`)
    .where((eb) =>
      eb.or([eb('assignedRepresentativeId', 'is', null), eb('assignedRepresentativeId', '=', representativeId)]),
    )
    .whereRef('customerMessageCount', '>', 'customerMessagesRead')
    .executeTakeFirstOrThrow();
  return count;
}
