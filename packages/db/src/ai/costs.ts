import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

export interface SolvedCost {
  /** What the model has cost, whatever it was asked for. */
  costUsd: number;
  /** Closed conversations that the assistant has answered, and no person. */
  solved: number;
}

/** What the assistant has cost and solved since then, in the conversations that `within` takes in if given. */
export async function costOfSolved(db: Database, since: Date, within?: RawBuilder<boolean>): Promise<SolvedCost> {
  const isSeen = within
    ? sql`and exists (select from conversations where conversations.id = ai_runs.conversation_id and ${within})`
    : sql``;
  const { rows } = await sql<SolvedCost>`
    select (select coalesce(sum(cost_usd), 0) from ai_runs where created_at > ${since}::timestamptz ${isSeen}) as cost_usd, (
      select count(*)::int from conversations
      where status = 'closed' and closed_at > ${since}::timestamptz and not hidden and representative_seq = 0
        and ${within ?? sql`true`}
        and exists (select from messages where conversation_id = conversations.id and sender_type = 'ai')
    ) as solved
  `.execute(db);
  return rows[0] ?? { costUsd: 0, solved: 0 };
}
