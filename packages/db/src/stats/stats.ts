import type { Stats } from '@parley/contracts/entities';
import { statisticsDays } from '@parley/contracts/limits';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * The figures of the overview. Costs as much as there are open conversations and answers of the last 30 days; history
 * behind that costs nothing, because totals are kept as messages come.
 */
export async function readStats(db: Database): Promise<Stats> {
  const { rows } = await sql<Stats>`
    select
      (select count(*) from conversations where status <> 'closed' and not hidden) as active_conversations,
      (select count(*) from users where status = 'online' and is_active and kind = 'person') as online_representatives,
      total.conversations as total_conversations,
      total.messages as total_messages,
      (select count(*) from websites) as total_websites,
      (select count(*) from users where is_active and kind = 'person') as total_representatives,
      answered.ai_response_rate,
      answered.average_response_seconds
    from
      (select sum(conversations)::bigint as conversations, sum(messages)::bigint as messages from totals) as total,
      (select
        coalesce(sum(customer_messages) filter (where sender_type = 'ai'), 0)::float8
          / nullif(sum(customer_messages), 0) as ai_response_rate,
        sum(waited_seconds) / nullif(sum(customer_messages), 0) as average_response_seconds
      from answers where answered_at > now() - make_interval(days => ${statisticsDays})) as answered
  `.execute(db);
  const stats = rows[0];
  if (!stats) throw new Error('The figures query answered nothing.');
  return stats;
}
