import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface PastAnswer {
  conversationId: string;
  question: string;
  answer: string;
  /** Greater is more alike. */
  rank: number;
}

/** Messages ranked, and questions whose answers are read: enough to find alike ones, few enough to stay fast. */
const most = 5000;
const candidates = 300;

/**
 * What the team answered to similar questions: the customers' messages that share most words with `question`, each with
 * the first thing a representative wrote after it. The most alike first, `exceptConversationId` left out.
 */
export async function pastAnswers(
  db: Database,
  question: string,
  { exceptConversationId, limit }: { exceptConversationId: string | null; limit: number },
): Promise<PastAnswer[]> {
  const { rows } = await sql<PastAnswer>`
    with asked as (
      select conversation_id, seq, rank::float8 as rank from matching_messages(search_any(${question}), ${most})
      where sender_type = 'customer' and conversation_id is distinct from ${exceptConversationId}::uuid
      order by rank desc limit ${candidates}
    )
    select asked.conversation_id, question.content as question, answer.content as answer, asked.rank
    from asked join messages as question using (conversation_id, seq) cross join lateral (
      select content, sender_type from messages
      where messages.conversation_id = asked.conversation_id and messages.seq > asked.seq
        and messages.sender_type <> 'customer'
      order by seq limit 1
    ) answer
    where answer.sender_type = 'representative'
    order by asked.rank desc limit ${limit}
  `.execute(db);
  return rows;
}
