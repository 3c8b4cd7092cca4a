import type { Stats } from '@parley/contracts/entities';
import { statisticsDays } from '@parley/contracts/conversations/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { availability } from '../users/availability.ts';

/**
 * The metrics of the overview. Costs as much as there are open conversations and answers of the last 30 days; history
 * behind that costs nothing, because totals are kept as messages come. With `within`, of the conversations that it
 * takes in alone, which are counted then.
 */
export async function readStats(db: Database, within?: RawBuilder<boolean>): Promise<Stats> {
  const totals = within
    ? sql`select count(*)::bigint as conversations, coalesce(sum(last_seq), 0)::bigint as messages
        from conversations where not hidden and ${within}`
    : sql`select sum(conversations)::bigint as conversations, sum(messages)::bigint as messages from totals`;
  const isSeen = within
    ? sql`and exists (select from conversations where conversations.id = answers.conversation_id and ${within})`
    : sql``;
  const { rows } = await sql<Stats>`
    select
      (select count(*) from conversations where status <> 'closed' and not hidden and ${within ?? sql`true`}) as active_conversations,
      (select count(*) from users where ${availability} = 'online' and kind = 'person') as online_representatives,
      total.conversations as total_conversations,
      total.messages as total_messages,
      (select count(*) from websites) as total_websites,
      (select count(*) from users where is_active and kind = 'person') as total_representatives,
      answered.ai_response_rate,
      answered.average_response_seconds
    from
      (${totals}) as total,
      (select
        coalesce(sum(customer_messages) filter (where sender_type = 'ai'), 0)::float8
          / nullif(sum(customer_messages), 0) as ai_response_rate,
        sum(waited_seconds) / nullif(sum(customer_messages), 0) as average_response_seconds
      from answers where answered_at > now() - make_interval(days => ${statisticsDays}) ${isSeen}) as answered
  `.execute(db);
  const stats = rows[0];
  if (!stats) throw new Error('The statistics query answered nothing.');
  return stats;
}
