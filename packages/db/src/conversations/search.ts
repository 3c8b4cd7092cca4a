import type { ConversationStatus } from '@parley/contracts/conversations/conversation-fields';
import type { Conversation } from '@parley/contracts/entities';
import type { Filter } from '@parley/contracts/filter/filter';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';
import { unreadFor } from '../reads/unread.ts';
import { type ConversationRow, conversationColumns, toConversation } from './entity.ts';
import { type Snippet, snippetsOf } from './search-snippet.ts';
import { askedOnce, type SearchTerms, searchTerms, type Tsqueries } from './search-terms.ts';

/** Position after the last row of a page of search results. */
export interface SearchPosition {
  /** Index into `reaches`. */
  reach: number;
  rank: number;
  id: string;
}

export interface SearchFilter {
  /** Words, "phrases" and -exclusions; the last word may be unfinished. */
  text: string;
  /** User for whom unread messages are counted; without it, the messages that no user has read are counted. */
  readerId?: string | undefined;
  status?: ConversationStatus | undefined;
  /** A representative's id, or `none` for unassigned. */
  assigned?: string | undefined;
  /** More conditions, of `filterSql`. */
  where?: RawBuilder<boolean> | undefined;
  /**
   * Customer terms from `customersAskedFor`; with them, only the newest conversations of matching customers are
   * searched.
   */
  customers?: readonly string[] | undefined;
  limit: number;
  after?: SearchPosition | undefined;
  /**
   * True if `where` limits what the reader may see; then nothing reveals other matches, not even through a next page.
   */
  isScoped?: boolean | undefined;
}

/**
 * Limits how far back a search looks: `enough` matching conversations suffice, and at most `most`, the newest, are
 * ranked. Paging on leads to the next reach, which is ranked separately and excludes the matches of the previous one.
 * `read` is the number of messages read to check conversations that contain the words in several messages.
 */
const reaches = [
  { enough: 64, most: 200, read: 3000 },
  { enough: 600, most: 1000, read: 10_000 },
  { enough: 5000, most: 5000, read: 30_000 },
] as const;

/** Returns the customer terms that every match of a filter must have, which an index can find. */
export function customersAskedFor(filter: Filter): string[] {
  if ('all' in filter) return filter.all.flatMap(customersAskedFor);
  return 'field' in filter && filter.field === 'customer' ? [String(filter.value)] : [];
}

/** Maximum number of the newest filtered rows that are read, if most text matches fail the filter. */
const mostWalked = { conversations: 5000, messages: 50_000 };

/** Before all of a reach. */
const start = { rank: 1_000_000, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Conditions that narrow a search. */
type ListedBy = Pick<SearchFilter, 'status' | 'assigned' | 'where' | 'customers'>;

interface Found {
  conversations: Conversation[];
  next: SearchPosition | null;
}

/**
 * Finds conversations that contain the terms in the email, name, domain or messages: matches of the customer before
 * matches of messages, and in each group the best of the newest first. All words are in one message, or spread over the
 * customer's details and messages. The cost doesn't depend on how common the words are or how long the conversations.
 */
export async function searchConversations(
  db: Database,
  { text, after, isScoped = false, ...filter }: SearchFilter,
): Promise<Found> {
  const terms = searchTerms(text);
  const isForText = terms.wanted.length > 0 || terms.unfinished !== null;
  if (!isForText && (filter.customers ?? []).length === 0) return { conversations: [], next: null };
  for (let reach = after?.reach ?? 0; reach < reaches.length; reach++) {
    const from = after?.reach === reach ? after : undefined;
    const { rows, isAll } = await page(db, terms, { ...filter, reach, after: from });
    const { limit } = filter;
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const isLastReach = isAll || reach === reaches.length - 1;
    // Nothing here and more behind it: the page begins there.
    if (!last && !isLastReach) continue;
    const next =
      last && rows.length > limit
        ? { reach, rank: last.rank, id: last.id }
        : isLastReach || (isScoped && !(await isAnyBehind(db, terms, filter, reach)))
          ? null
          : { reach: reach + 1, ...start };
    const snippet = snippetsOf(terms);
    return { conversations: shown.map((row) => withMatch(row, snippet)), next };
  }
  return { conversations: [], next: null };
}

/** Returns true if any further reach has matches. */
async function isAnyBehind(
  db: Database,
  terms: SearchTerms,
  filter: Omit<SearchFilter, 'text' | 'after' | 'isScoped'>,
  reach: number,
): Promise<boolean> {
  for (let further = reach + 1; further < reaches.length; further++) {
    const { rows, isAll } = await page(db, terms, { ...filter, limit: 0, reach: further, after: undefined });
    if (rows.length > 0) return true;
    if (isAll) return false;
  }
  return false;
}

type Row = ConversationRow & { rank: number; seq: number | null; content: string | null };

interface Reached extends Omit<SearchFilter, 'text' | 'isScoped'> {
  reach: number;
}

/** Returns the matches within one reach that the previous one lacks, from `after` on, and whether there are no more. */
async function page(
  db: Database,
  terms: SearchTerms,
  { reach, readerId, limit, after, ...listedBy }: Reached,
): Promise<{ rows: Row[]; isAll: boolean }> {
  const { asked, once } = askedOnce(terms);
  const filter = listed(listedBy);
  const [before, here = reaches[0]] = [reaches[reach - 1], reaches[reach]];
  // Constant numbers and limits are in the text: for a parameter the planner expects a tenth of all rows, overestimates
  // the cost of the generic plan, and plans again at every search. `offset 0` keeps the planner from joining by reading
  // a whole table, whatever number of matches it expects, and from reading more conversations than fill the page.
  const query = sql<Row & { isAll: boolean }>`
      with ${once},
      ${candidates('', reach, asked, terms, listedBy)},
      ${before ? sql`${candidates('before_', reach - 1, asked, terms, listedBy)},` : sql``}
      reached as (
        select conversation_id, max(rank)::float8 as rank,
          (array_agg(seq order by rank desc) filter (where seq > 0))[1] as seq
        from found ${before ? sql`where conversation_id not in (select conversation_id from before_found)` : sql``}
        group by conversation_id
      ), page as materialized (
        select ${conversationColumns}${unreadFor(readerId)}, best.rank, best.seq as found_seq
        from (
          select * from reached
          where ${after ? sql`(rank, conversation_id) < (${after.rank}::float8, ${after.id}::uuid)` : sql`true`}
          order by rank desc, conversation_id desc offset 0
        ) best cross join lateral (
          select * from conversations where id = best.conversation_id offset 0
        ) conversations
        where ${filter} and ${without(asked)}
        order by best.rank desc, best.conversation_id desc
        limit ${sql.lit(limit + 1)}
      )
      select page.*, shown.seq, shown.content, whole.is_all as is_all
      from (
        select (select count(*) from together) < ${sql.lit(here.enough)}
          and (select count(*) from people) < ${sql.lit(here.enough)} as is_all
      ) whole left join page on true left join lateral (
        select seq, content from messages where messages.conversation_id = page.id
          and messages.seq = ${shownSeq(asked, listedBy)}
      ) shown on true
      order by page.rank desc, page.id desc
    `;
  const rows = listedBy.where ? (await query.execute(db)).rows : await prepared(db, query);
  const isAll = rows[0]?.isAll ?? true;
  // A row without a conversation contains only `isAll`.
  return { rows: rows.filter(({ id }: { id: string | null }) => id !== null), isAll };
}

/** Common table expressions, their names beginning with `prefix`, up to `found (conversation_id, seq, rank)`. */
function candidates(
  prefix: '' | 'before_',
  number: number,
  asked: Tsqueries,
  terms: SearchTerms,
  listedBy: ListedBy,
): RawBuilder<unknown> {
  const reach = reaches[number] ?? reaches[0];
  // Few of the word index's matches may remain if other conditions apply too.
  const isWalked = listedBy.where !== undefined && number > 0;
  const named = (name: string): RawBuilder<unknown> => sql.ref(`${prefix}${name}`);
  const newest = (query: RawBuilder<unknown>, people: boolean): RawBuilder<unknown> =>
    sql`newest_matches(${query}, ${sql.lit(people)}, ${sql.lit(reach.enough)}, ${sql.lit(reach.most)},
      ${listedBy.status ?? null}::text, ${listedBy.assigned ?? null}::text)`;
  const { customers = [] } = listedBy;
  if (customers.length > 0) return ofCustomers(named, newest, customers, asked, { ...reach, isWalked }, listedBy);
  return anywhere(named, newest, asked, terms, { ...reach, isWalked }, listedBy);
}

type Named = (name: string) => RawBuilder<unknown>;
type Newest = (query: RawBuilder<unknown>, people: boolean) => RawBuilder<unknown>;
interface Reach {
  enough: number;
  most: number;
  read: number;
  isWalked: boolean;
}

/** The newest conversations of some customers that hold every term, by their last activity. */
function ofCustomers(
  named: Named,
  newest: Newest,
  customers: readonly string[],
  { each }: Tsqueries,
  { read, isWalked }: Reach,
  listedBy: ListedBy,
): RawBuilder<unknown> {
  const called = sql`(${sql.join(
    customers.map((customer) => sql`search_prefix(${customer}::text)`),
    sql` && `,
  )})`;
  return sql`
    ${named('people')} as materialized (
      select conversation_id, n, rank from ${newest(called, true)}
    ), ${named('together')} as (
      select null::uuid as conversation_id where false
    ), ${named('walked')} as (
      ${walked(named, { each }, listedBy, isWalked)}
    ), ${named('found')} as materialized (
      select id as conversation_id, null::integer as seq, extract(epoch from last_activity_at) as rank from (
        select theirs.id, theirs.last_activity_at, sum(theirs.last_seq) over (order by people.n desc) as to_read
        from ${named('people')} as people cross join lateral (
          select id, last_seq, last_activity_at from conversations where id = people.conversation_id offset 0
        ) as theirs
      ) candidate
      where to_read <= ${sql.lit(read)} and ${holdsEach(each, sql`candidate.id`)}
      union all
      select id, null, extract(epoch from last_activity_at) from ${named('walked')}
    )`;
}

/** Finds all terms in one message, or spread over the customer's details and messages. */
function anywhere(
  named: Named,
  newest: Newest,
  asked: Tsqueries,
  { wanted, unfinished }: SearchTerms,
  { enough, most, read, isWalked }: Reach,
  listedBy: ListedBy,
): RawBuilder<unknown> {
  const email = [...wanted, ...(unfinished === null ? [] : [unfinished])].find((term) => /^[^@]+@[^@]+$/u.test(term));
  const isOne = asked.count === 1;
  const parts = [
    sql`select conversation_id, seq, rank from ${named('together')} where conversation_id is not null`,
    isOne
      ? sql`select conversation_id, 0, 1 + rank from ${named('people')} where conversation_id is not null`
      : // A customer can match all terms only if one matches any of them.
        sql`select conversation_id, 0, 2 + rank from ${newest(asked.words, true)}
            where conversation_id is not null and exists (select from ${named('people')})
          union all select conversation_id, nullif(seq, 0), rank from ${named('spread')}`,
    // Customers with exactly this address are found however old the conversation is.
    ...(isOne && email
      ? [
          sql`select id, 0, 2 from (
          select id from conversations where lower(customer_email) = lower(${email}::text) order by id desc limit ${sql.lit(most)}
        ) as addressed`,
        ]
      : []),
    sql`select id, 0, 0::real from ${named('walked')}`,
  ];
  return sql`
    ${named('together')} as materialized (
      select conversation_id, seq, rank from ${newest(asked.words, false)}
    ), ${named('people')} as materialized (
      select conversation_id, n, rank from ${newest(asked.anyWord, true)}
    ), ${isOne ? sql`` : spread(named, asked, newest, { enough, read })}
    ${named('walked')} as (
      ${walked(named, asked, listedBy, isWalked)}
    ), ${named('found')} as materialized (${sql.join(parts, sql` union all `)})`;
}

/** Finds the newest listed conversations that contain every term, for searches in which most matches are not listed. */
function walked(
  named: Named,
  { each }: Pick<Tsqueries, 'each'>,
  listedBy: ListedBy,
  isWalked: boolean,
): RawBuilder<unknown> {
  const isScarce = sql`exists (select from ${named('together')} where conversation_id is null
          union all select from ${named('people')} where conversation_id is null)`;
  return sql`select newest.id, last_activity_at from (
        select id, last_activity_at, sum(last_seq) over (order by last_activity_at desc, id desc) as to_read
        from (
          select id, last_seq, last_activity_at from conversations where ${listed(listedBy)}
          order by last_activity_at desc, id desc limit ${sql.lit(mostWalked.conversations)}
        ) listed
      ) newest
      where ${isWalked ? sql`true` : isScarce}
        and to_read <= ${sql.lit(mostWalked.messages)} and ${holdsEach(each, sql`newest.id`)}`;
}

/**
 * Finds conversations that contain each of several terms in the customer's details or in any message. Candidates are
 * the conversations of customers that match one term, and those that contain the rarest term; if all terms are common,
 * the newest that contain each.
 */
function spread(
  named: (name: string) => RawBuilder<unknown>,
  { each }: Tsqueries,
  newest: (query: RawBuilder<unknown>, people: boolean) => RawBuilder<unknown>,
  { enough, read }: { enough: number; read: number },
): RawBuilder<unknown> {
  return sql`${named('apart')} as materialized (
      select term.number, hit.conversation_id, hit.seq, hit.n, hit.rank
      from unnest(${each}) with ordinality as term (query, number)
      cross join lateral ${newest(sql`term.query`, false)} as hit
      where hit.conversation_id is not null and (select count(*) from ${named('together')}) < ${sql.lit(enough)}
    ), ${named('scarce')} as (
      select number, count(*) as conversations from ${named('apart')} group by number order by 2, 1 limit 1
    ), ${named('perhaps')} as materialized (
      select conversation_id, max(seq) as seq, max(is_person) as is_person, max(n) as n, max(rank) as rank from (
        select conversation_id, 0 as seq, 1 as is_person, n, rank from ${named('people')} where conversation_id is not null
        union all
        select conversation_id, seq, 0, n, 0 from ${named('apart')}
        where number = (select number from ${named('scarce')} where conversations < ${sql.lit(enough)})
        union all
        select conversation_id, max(seq), 0, max(n), 0 from ${named('apart')}
        group by conversation_id having count(distinct number) = cardinality(${each})
      ) candidate group by conversation_id
    ), ${named('spread')} as (
      select conversation_id, seq, is_person + rank as rank from (
        select perhaps.*, sum(last_seq) over (order by is_person desc, n desc) as to_read
        from ${named('perhaps')} as perhaps cross join lateral (
          select last_seq from conversations where id = perhaps.conversation_id offset 0
        ) conversations
      ) candidate
      where to_read <= ${sql.lit(read)} and ${holdsEach(each, sql`candidate.conversation_id`)}
    ),`;
}

/** The message that a result shows. */
function shownSeq({ count, anyWord }: Tsqueries, { customers = [] }: ListedBy): RawBuilder<unknown> {
  if (count === 0) return sql`null::integer`;
  if (customers.length > 0) return newestHolding(anyWord);
  return count > 1 ? sql`coalesce(page.found_seq, ${newestHolding(anyWord)})` : sql`page.found_seq`;
}

function newestHolding(anyWord: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select max(seq) from messages where messages.conversation_id = page.id and ${holds(anyWord)})`;
}

function withMatch(row: Row, snippet: (content: string) => Snippet | null): Conversation {
  const conversation = toConversation(row);
  if (row.seq === null || row.content === null) return conversation;
  const match = snippet(row.content);
  return match ? { ...conversation, match: { seq: row.seq, ...match } } : conversation;
}

function listed({ status, assigned, where }: ListedBy): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`not conversations.hidden`];
  if (status) conditions.push(sql`conversations.status = ${status}::text`);
  if (assigned === 'none') conditions.push(sql`conversations.assigned_representative_id is null`);
  else if (assigned) conditions.push(sql`conversations.assigned_representative_id = ${assigned}::uuid`);
  if (where) conditions.push(where);
  return sql.join(conditions, sql` and `);
}

/** Tests a message directly: the index would read the matches of all conversations. */
function holds(term: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(messages.search @@ ${term}) is true`;
}

/** Every term is in who the customer is or in a message of the conversation. */
function holdsEach(each: RawBuilder<unknown>, conversationId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`not exists (
    select from unnest(${each}) as term
    where case when exists (
        select from conversation_search
        where conversation_search.conversation_id = ${conversationId} and (document @@ term) is true
      ) then false
      else not exists (select from messages where messages.conversation_id = ${conversationId} and ${holds(sql`term`)}) end
  )`;
}

/** Requires that no unwanted term is in the customer's document or in any message. */
function without({ unwanted }: Tsqueries): RawBuilder<unknown> {
  if (unwanted === null) return sql`true`;
  return sql`not exists (
    select from messages where messages.conversation_id = conversations.id and ${holds(unwanted)} offset 0
  ) and not exists (
    select from conversation_search
    where conversation_search.conversation_id = conversations.id and (document @@ ${unwanted}) is true offset 0
  )`;
}
