/** Handles suspended passages: corrected too often, they are used in no answer until a user approves them again. */
import type { SuspendedPassage } from '@parley/contracts/assistant/answers';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { instantText } from '../instant.ts';

/** Returns those of `passageIds` that are suspended. */
export async function suspendedAmong(db: Database, passageIds: readonly string[]): Promise<Set<string>> {
  if (passageIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('suspendedPassages')
    .select('passageId')
    .where('passageId', 'in', passageIds)
    .where('suspendedSince', 'is not', null)
    .execute();
  return new Set(rows.map(({ passageId }) => passageId));
}

/**
 * Returns suspended passages, the latest first, with the conversations that match `within`, a condition on
 * `conversations`.
 */
export async function listSuspended(
  db: Database,
  limit: number,
  within?: RawBuilder<boolean>,
): Promise<SuspendedPassage[]> {
  const { rows } = await sql<SuspendedPassage>`
    select r.passage_id, r.document_id, r.title, r.url, (select p.text from knowledge_passages p where p.id = r.passage_id) as text,
      ${sql.raw(instantText('r.suspended_since'))} as since,
      array(select a.conversation_id from ai_answer_sentences s join ai_answers a on a.id = s.answer_id
        join conversations on conversations.id = a.conversation_id
        where s.passage_ids @> array[r.passage_id] and s.contradicted_at > coalesce(r.approved_at, '-infinity')
          and ${within ?? sql`true`}
        group by a.conversation_id order by max(s.contradicted_at) desc limit 20) as conversation_ids,
      case when r.approved_at is not null then jsonb_build_object(
        'by', (select name from users where users.id = r.approved_by),
        'at', ${sql.raw(instantText('r.approved_at'))}) end as approved_before
    from suspended_passages r where r.suspended_since is not null order by r.suspended_since desc limit ${limit}
  `.execute(db);
  return rows;
}

/** Approves a passage; earlier corrections no longer count. Returns false if it is not suspended. */
export async function endSuspension(db: Database, passageId: string, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('suspendedPassages')
    .set({ suspendedSince: null, approvedAt: sql`now()`, approvedBy: userId })
    .where('passageId', '=', passageId)
    .where('suspendedSince', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
