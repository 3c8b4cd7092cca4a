/** Finds conversations that maintenance tasks must activity on. */
import type { NoticeKind } from '@parley/contracts/notices';
import { sql } from 'kysely';
import { missingToClose } from '../conversations/required-to-close.ts';
import type { Database } from '../database.ts';

/** Returns open conversations without any activity since `before` that may be closed by themselves, oldest first. */
export async function idleConversations(db: Database, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('conversations')
    .select('id')
    .where('hidden', '=', false)
    .where('status', '<>', 'closed')
    .where('snoozedUntil', 'is', null)
    .where('lastActivityAt', '<', before)
    .where(sql<boolean>`imported_seq is distinct from last_seq`)
    .where(sql<boolean>`(select count(*) from (${missingToClose({ isAutomatic: true })}) as missing) = 0`)
    .orderBy('lastActivityAt')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Kind of notice of deliveries that remind of an unanswered customer. */
const reminder: NoticeKind = 'unanswered';

/** Returns conversations in which the customer has waited for an answer since before `before`, the longest first. */
export async function unansweredConversations(
  db: Database,
  before: Date,
  limit: number,
): Promise<{ id: string; unansweredSince: Date }[]> {
  const { rows } = await sql<{ id: string; unansweredSince: Date }>`
    select id, unanswered_since from conversations
    where unanswered_since is not null and status <> 'closed' and not hidden
      and unanswered_since < ${before} and unanswered_since > ${before}::timestamptz - interval '1 day'
      and not exists (
        select from deliveries where deliveries.conversation_id = conversations.id
          and payload->>'about' = ${reminder} and deliveries.created_at > conversations.unanswered_since
      )
    order by unanswered_since limit ${limit}
  `.execute(db);
  return rows;
}
