import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { anyOf, questionTerms } from './question-terms.ts';

export interface PastAnswer {
  conversationId: string;
  question: string;
  answer: string;
  /** Greater is more alike. */
  rank: number;
}

/**
 * Maximum numbers of messages ranked by rare words, of newest messages searched for any word, and of questions read
 * with their answers.
 */
const mostRare = 10_000;
const newest = 5000;
const candidates = 300;

/**
 * Finds answers to similar questions, each the first message of a representative after the question: identical
 * questions first, then the most similar, and the newest first among equals. Excludes `exceptConversationId` and
 * conversations that `within` doesn't match.
 *
 * An identical question is found by a key of its words, however old. Others are ranked by how rare the shared words are
 * among all messages, as counted by ANALYZE. Only as many rare words are looked up as occur in few enough messages, so
 * that the time doesn't depend on how common the other words are; those are searched among the newest messages.
 */
export async function pastAnswers(
  db: Database,
  question: string,
  {
    exceptConversationId,
    limit,
    within,
  }: { exceptConversationId: string | null; limit: number; within?: RawBuilder<boolean> | undefined },
): Promise<PastAnswer[]> {
  const { rows } = await sql<PastAnswer>`
    with known as materialized (
      select lexeme, frequency from pg_stats
      cross join unnest(most_common_elems::text::text[], most_common_elem_freqs) as word (lexeme, frequency)
      where schemaname = current_schema() and tablename = 'messages' and attname = 'search' and lexeme is not null
    ), measured as materialized (
      select words.lexeme, worth, coalesce(known.frequency, (select min(frequency) / 2 from known), 0) as frequency
      from (${questionTerms(question)}) as words left join known using (lexeme)
    ), words as materialized (
      select lexeme, worth * ln(1 + 1 / greatest(frequency, 0.000001)) as weight,
        sum(frequency) over (order by frequency, lexeme)
          * (select reltuples from pg_class where oid = 'messages'::regclass) as messages
      from measured
    ), alike as materialized (
      select * from matching_questions((select ${anyOf} from words where messages <= ${mostRare}), ${mostRare})
      union
      select id, conversation_id, seq, search from (
        select id, conversation_id, seq, search, sender_type from messages order by id desc limit ${newest}
      ) recent
      where sender_type = 'customer' and search @@ (select ${anyOf} from words)
    ), found as (
      select id, conversation_id, seq, false as is_same, sum(weight) / (1 + ln(length(search))) as rank
      from alike cross join lateral unnest(search) as word join words using (lexeme)
      group by id, conversation_id, seq, length(search)
      union all (
        select id, conversation_id, seq, true, (select sum(weight) from words) from messages
        where sender_type = 'customer' and search_document(${question}) <> ''
          and md5(search::text)::uuid = md5(search_document(${question})::text)::uuid
        order by id desc limit ${candidates}
      )
    ), asked as (
      select id, conversation_id, seq, bool_or(is_same) as is_same, max(rank)::float8 as rank from found
      where conversation_id is distinct from ${exceptConversationId}::uuid
        ${within ? sql`and exists (select from conversations where conversations.id = found.conversation_id and ${within})` : sql``}
      group by id, conversation_id, seq
      order by is_same desc, rank desc, id desc limit ${candidates}
    )
    select asked.conversation_id, question.content as question, answer.content as answer, asked.rank
    from asked join messages as question using (conversation_id, seq) cross join lateral (
      select content, sender_type from messages
      where messages.conversation_id = asked.conversation_id and messages.seq > asked.seq
        and messages.sender_type <> 'customer' and messages.removed_at is null
      order by seq limit 1
    ) answer
    where answer.sender_type = 'representative'
    order by asked.is_same desc, asked.rank desc, asked.id desc limit ${limit}
  `.execute(db);
  return rows;
}
