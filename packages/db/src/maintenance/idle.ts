/** Conversations whose time has come, for whoever tidies up. */
import type { NoticeKind } from '@parley/contracts/notices';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Open conversations without any activity since `before`, oldest first; snoozed ones are to be come back to. */
export async function idleConversations(db: Database, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('conversations')
    .select('id')
    .where('hidden', '=', false)
    .where('status', '<>', 'closed')
    .where('snoozedUntil', 'is', null)
    .where('lastActivityAt', '<', before)
    .orderBy('lastActivityAt')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** What a delivery that reminds of an unanswered customer says it is about. */
const reminder: NoticeKind = 'unanswered';

/** Conversations whose customer has waited for any answer since before `before`; longest first. */
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
