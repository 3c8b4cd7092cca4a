import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

export interface SolvedCost {
  /** Cost of all model calls, whatever their kind. */
  costUsd: number;
  /**
   * Number of closed conversations that only the assistant answered, and that the customer or a user confirmed as
   * solved.
   */
  solved: number;
  /** Number of the other ones, which ended without a sign of whether the answer helped. */
  ended: number;
  /** Half of the answers to customers were written in less; null without any. */
  medianMs: number | null;
}

/** Thanks and "that helped" at the beginning of words, in the languages of the product. */
const thanks =
  '(^|[^[:alpha:]])(thank|thanx|thx|cheers|perfect|solved|danke|dank([^[:alpha:]]|$)|bedankt|dankjewel|perfekt|gelöst|merci|parfait|gracias|perfecto|obrigad|perfeito|grazie|perfetto|dzięk|teşekkür|sağ ol|şükran|شكر|ありがと|助かり|谢谢|謝謝|感谢)';
/** Maximum length of a message of thanks; a longer one contains something else as well. */
const longestThanks = 120;

/** Returns what the assistant has cost and solved since then, in the conversations that match `within` if given. */
export async function costOfSolved(db: Database, since: Date, within?: RawBuilder<boolean>): Promise<SolvedCost> {
  const isSeen = within
    ? sql`and exists (select from conversations where conversations.id = ai_runs.conversation_id and ${within})`
    : sql``;
  const { rows } = await sql<SolvedCost>`
    with alone as (
      select id from conversations
      where status = 'closed' and closed_at > ${since}::timestamptz and not hidden and representative_seq = 0
        and ${within ?? sql`true`}
        and exists (select from messages where conversation_id = conversations.id and sender_type = 'ai')
    ), judged as (
      select (
        select cause ->> 'by' in ('representative', 'customer') from activities
        where conversation_id = alone.id and kind = 'closed' order by activity_no desc limit 1
      ) or coalesce((
        select content ~* ${thanks} and char_length(content) <= ${longestThanks} and seq > (
          select min(seq) from messages where conversation_id = alone.id and sender_type = 'ai'
        ) from messages
        where conversation_id = alone.id and sender_type = 'customer' and removed_at is null order by seq desc limit 1
      ), false) as is_solved
      from alone
    ), runs as (
      select kind, outcome, cost_usd, latency_ms from ai_runs where created_at > ${since}::timestamptz ${isSeen}
    )
    select (select coalesce(sum(cost_usd), 0) from runs) as cost_usd,
      (select percentile_cont(0.5) within group (order by latency_ms) from runs
        where kind = 'reply' and outcome = 'answered') as median_ms,
      (select count(*)::int from judged where is_solved) as solved,
      (select count(*)::int from judged where is_solved is not true) as ended
  `.execute(db);
  return rows[0] ?? { costUsd: 0, solved: 0, ended: 0, medianMs: null };
}
