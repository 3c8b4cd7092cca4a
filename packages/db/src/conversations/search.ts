import type { Conversation, ConversationStatus } from '@parley/contracts/entities';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { type ConversationRow, conversationColumnsSql, representativeName, toConversation } from './entity.ts';
import { type SearchTerms, searchTerms } from './search-terms.ts';

/** Where a page of search results ended. */
export interface SearchPosition {
  rank: number;
  id: string;
}

export interface SearchFilter {
  /** Words, "phrases" and -exclusions; the last word may be unfinished. */
  text: string;
  status?: ConversationStatus | undefined;
  /** A representative's id, or `none` for unassigned. */
  assigned?: string | undefined;
  limit: number;
  after?: SearchPosition | undefined;
}

/** Up to these many matches all are ranked. Beyond, a word is so common that the newest conversations are looked at. */
const mostMessages = 5000;
const mostPeople = 2000;
const newestConversations = 5000;
const mostOfNewest = 500;

/**
 * Conversations whose email, name, domain and messages hold what was asked for, best first: all words in one message,
 * or spread over who the customer is and what was written. Costs the same however common the words are.
 */
export async function searchConversations(
  db: Database,
  { text, status, assigned, limit, after }: SearchFilter,
): Promise<{ conversations: Conversation[]; next: SearchPosition | null }> {
  const terms = searchTerms(text);
  if (terms.wanted.length === 0 && terms.unfinished === null) return { conversations: [], next: null };
  const { words, anyWord, each } = tsqueries(terms);
  const filter = listed(status, assigned);
  // `offset 0` keeps the planner from joining by reading a whole table, whatever number of matches it expects.
  const { rows } = await sql<ConversationRow & { rank: number }>`
    with by_message as materialized (
      select conversation_id, rank from matching_messages(${words}, ${mostMessages + 1})
    ), by_people as materialized (
      select conversation_id, document from matching_people(${anyWord}, ${mostPeople + 1})
    ), common as materialized (
      select (select count(*) from by_message) > ${mostMessages} as in_messages,
        (select count(*) from by_people) > ${mostPeople} as in_people
    ), found as (
      select conversation_id, max(rank) as rank from by_message
      where not (select in_messages from common) group by conversation_id
      union all
      select conversation_id, 2 * ts_rank(document, ${anyWord}) from by_people
      where not (select in_people from common) and ${holdsEach(each, sql`by_people.conversation_id`, sql`document`)}
      union all
      select id, rank from (
        select newest.id, 2 * ts_rank(document, ${anyWord}) + coalesce((
            select max(ts_rank(search, ${anyWord}, 1)) from messages where messages.conversation_id = newest.id
          ), 0) as rank
        from (
          select id from conversations where ${filter}
          order by last_activity_at desc, id desc limit ${newestConversations}
        ) newest cross join lateral (
          select document from conversation_search where conversation_id = newest.id offset 0
        ) who
        where (select in_messages or in_people from common)
          and ${holdsEach(each, sql`newest.id`, sql`document`)}
        limit ${mostOfNewest}
      ) walked
    ), ranked as (
      select conversation_id, max(rank)::float8 as rank from found group by conversation_id
    )
    select ${conversationColumnsSql}, ${representativeName} as representative_name, ranked.rank
    from ranked cross join lateral (
      select * from conversations where id = ranked.conversation_id offset 0
    ) conversations
    where ${filter} and ${without(terms)}
      and ${after ? sql`(ranked.rank, conversations.id) < (${after.rank}::float8, ${after.id}::uuid)` : sql`true`}
    order by ranked.rank desc, conversations.id desc
    limit ${limit + 1}
  `.execute(db);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    conversations: rows.slice(0, limit).map(toConversation),
    next: last ? { rank: last.rank, id: last.id } : null,
  };
}

function listed(status: ConversationStatus | undefined, assigned: string | undefined): RawBuilder<unknown> {
  const conditions = [sql`not conversations.hidden`];
  if (status) conditions.push(sql`conversations.status = ${status}`);
  if (assigned === 'none') conditions.push(sql`conversations.assigned_representative_id is null`);
  else if (assigned) conditions.push(sql`conversations.assigned_representative_id = ${assigned}`);
  return sql.join(conditions, sql` and `);
}

interface Tsqueries {
  /** All terms together. */
  words: RawBuilder<unknown>;
  anyWord: RawBuilder<unknown>;
  /** The terms one by one; those without a word in them left out. */
  each: RawBuilder<unknown>;
}

function tsqueries({ wanted, unfinished }: SearchTerms): Tsqueries {
  const terms = [
    ...wanted.map((term) => sql`search_phrase(${term})`),
    ...(unfinished === null ? [] : [sql`search_prefix(${unfinished})`]),
  ];
  return {
    words: sql`(${sql.join(terms, sql` && `)})`,
    anyWord: sql`(${sql.join(terms, sql` || `)})`,
    each: sql`array(select term from unnest(array[${sql.join(terms)}]) as term where numnode(term) > 0)`,
  };
}

/** Whether a message at hand matches: not to be answered from the index, which would look at every conversation's. */
function read(term: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(messages.search @@ ${term}) is true`;
}

/** Every term is in the customer's document or in a message of the conversation. */
function holdsEach(
  each: RawBuilder<unknown>,
  conversationId: RawBuilder<unknown>,
  document: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`not exists (
    select from unnest(${each}) as term
    where not ${document} @@ term and not exists (
      select from messages where messages.conversation_id = ${conversationId} and ${read(sql`term`)})
  )`;
}

/** None of the unwanted terms is in the customer's document or in any message. */
function without({ unwanted }: SearchTerms): RawBuilder<unknown> {
  if (unwanted.length === 0) return sql`true`;
  const any = sql`(${sql.join(
    unwanted.map((term) => sql`search_phrase(${term})`),
    sql` || `,
  )})`;
  return sql`not exists (
    select from messages where messages.conversation_id = conversations.id and ${read(any)}
  ) and not exists (
    select from conversation_search
    where conversation_search.conversation_id = conversations.id and (document @@ ${any}) is true
  )`;
}
