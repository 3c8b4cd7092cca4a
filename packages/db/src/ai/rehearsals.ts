/** Rehearsals: what would be another, over which questions, and what both sides answer. */
import type {
  AssistantBefore,
  AssistantChange,
  Rehearsal,
  RehearsalBudget,
  RehearsalRow,
  RehearsalSide,
  RehearsedAnswer,
} from '@parley/contracts/rehearsals';
import type { Said } from '@parley/contracts/sayings';
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../database.ts';
import { saidOfReason } from '../knowledge/sources.ts';
import type { RehearsalRowsTable, RehearsalsTable } from '../tables/rehearsals.ts';

/** A question of a customer's, by the messages that ask it and those that answered it. */
export interface AskedTurn {
  conversationId: string;
  firstSeq: number;
  lastSeq: number;
  saidFrom: number | null;
  saidTo: number | null;
}

export interface ClosedConversation {
  id: string;
  websiteId: string | null;
  language: string;
}

/** The newest closed conversations in which somebody has answered. */
export async function closedConversations(db: Database, limit: number): Promise<ClosedConversation[]> {
  const { rows } = await sql<ClosedConversation>`
    select c.id, c.website_id, lower(left(coalesce(v.locale, ''), 2)) as language
    from conversations c left join visitors v on v.id = c.visitor_id
    where c.status = 'closed' and not c.hidden and exists (
      select from messages m where m.conversation_id = c.id and m.sender_type <> 'customer' and m.customer_message_count > 0
    )
    order by c.id desc limit ${limit}
  `.execute(db);
  return rows;
}

export interface MessagePlace {
  conversationId: string;
  seq: number;
  isCustomers: boolean;
}

/** Where which side wrote, in order; without what was removed, and without texts that say nothing (`except`). */
export async function placesOfMessages(
  db: Database,
  conversationIds: readonly string[],
  except: readonly string[],
): Promise<MessagePlace[]> {
  const { rows } = await sql<MessagePlace>`
    select conversation_id, seq, sender_type = 'customer' as is_customers from messages
    where conversation_id = any(${[...conversationIds]}::uuid[]) and removed_at is null
      and not (sender_type = 'ai' and content = any(${[...except]}::text[]))
    order by conversation_id, seq
  `.execute(db);
  return rows;
}

/** What a reply has taken on the average in the last 30 days; undefined where there were few. */
export async function usualTokens(db: Database): Promise<{ input: number; output: number } | undefined> {
  const { rows } = await sql<{ runs: number; input: number; output: number }>`
    select count(*)::int as runs, coalesce(avg(input_tokens), 0)::float8 as input,
      coalesce(avg(output_tokens), 0)::float8 as output
    from ai_runs where kind in ('reply', 'rehearsal') and output_tokens > 0 and created_at > now() - interval '30 days'
  `.execute(db);
  const [found] = rows;
  return found && found.runs >= 10 ? found : undefined;
}

export interface NewRehearsal {
  change: AssistantChange;
  before: AssistantBefore;
  conversations: number;
  budget: RehearsalBudget;
  createdBy: string;
}

/** Begins a rehearsal over these questions, and all tests. */
export async function insertRehearsal(
  db: Database,
  { change, before, conversations, budget, createdBy }: NewRehearsal,
  turns: readonly AskedTurn[],
): Promise<string> {
  const { id } = await db
    .insertInto('rehearsals')
    .values({
      change: JSON.stringify(change),
      before: JSON.stringify(before),
      budget: JSON.stringify(budget),
      conversations,
      createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into rehearsal_rows (rehearsal_id, conversation_id, test_id, expectation, first_seq, last_seq)
    select ${id}::uuid, conversation_id, id, expectation, first_seq, last_seq from rehearsal_tests order by id
  `.execute(db);
  await sql`
    insert into rehearsal_rows (rehearsal_id, conversation_id, first_seq, last_seq, said_from, said_to)
    select ${id}::uuid, each.* from unnest(${turns.map((turn) => turn.conversationId)}::uuid[],
      ${turns.map((turn) => turn.firstSeq)}::int[], ${turns.map((turn) => turn.lastSeq)}::int[],
      ${turns.map((turn) => turn.saidFrom)}::int[], ${turns.map((turn) => turn.saidTo)}::int[]) as each (id, a, b, c, d)
    where exists (select from conversations where conversations.id = each.id)
  `.execute(db);
  return id;
}

type Figures = Pick<Rehearsal, 'questions' | 'answered' | 'failed' | 'changed' | 'tests' | 'published' | 'candidate'>;

const side = (name: 'published' | 'candidate'): RawBuilder<RehearsalSide> => {
  const answer = sql.ref(name);
  const contradicts = sql.ref(`${name}_contradicts`);
  return sql`jsonb_build_object(
    'handedOff', coalesce(avg((${answer} ->> 'kind' = 'hand_off')::int) filter (where counts), 0),
    'cited', coalesce(avg((jsonb_path_exists(${answer}, '$.sentences[*].sources[*]'))::int)
      filter (where counts and ${answer} ->> 'kind' = 'answer'), 0),
    'dropped', count(*) filter (where counts and jsonb_array_length(${answer} -> 'dropped') > 0),
    'contradicting', count(*) filter (where counts and ${contradicts}),
    'p50Ms', coalesce(round(percentile_cont(0.5) within group (order by (${answer} ->> 'milliseconds')::float8)
      filter (where counts and (${answer} ->> 'tokens')::int > 0)), 0),
    'p95Ms', coalesce(round(percentile_cont(0.95) within group (order by (${answer} ->> 'milliseconds')::float8)
      filter (where counts and (${answer} ->> 'tokens')::int > 0)), 0),
    'costUsd', coalesce(sum((${answer} ->> 'costUsd')::float8) filter (where counts), 0)
  )`;
};

const figures = sql<Figures>`(
  select jsonb_build_object(
    'questions', count(*) filter (where test_id is null),
    'answered', count(*) filter (where counts),
    'failed', count(*) filter (where state = 'failed'),
    'changed', count(*) filter (where counts and differences <> '{}'),
    'tests', jsonb_build_object('total', count(*) filter (where test_id is not null),
      'failing', count(*) filter (where test_id is not null and differences <> '{}')),
    'published', ${side('published')},
    'candidate', ${side('candidate')}
  ) from (
    select rows.*, rows.state = 'done' and rows.test_id is null as counts from rehearsal_rows rows
    where rows.rehearsal_id = rehearsals.id
  ) as of_rehearsal
)`;

type Row = Selectable<RehearsalsTable> & { author: string | null; publishedAt: Date | null; figures: Figures };

const toRehearsal = (row: Row): Rehearsal => ({
  id: row.id,
  change: row.change,
  before: row.before,
  conversations: row.conversations,
  budget: row.budget,
  state: row.state,
  reason: row.reason,
  reasonSaid: saidOfReason(row.reason, row.reasonSaid),
  ...row.figures,
  spent: { replies: row.spentReplies, tokens: row.spentTokens, costUsd: row.spentUsd },
  createdBy: row.author,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  publishedAt: row.publishedAt?.toISOString() ?? null,
});

/** One, or the newest. */
async function rehearsalsWhere(db: Database, where: RawBuilder<boolean>, limit: number): Promise<Rehearsal[]> {
  const { rows } = await sql<Row>`
    select rehearsals.*, users.name as author, published.published_at, ${figures} as figures
    from rehearsals left join users on users.id = created_by
      left join assistant_publications published on published.rehearsal_id = rehearsals.id
    where ${where} order by rehearsals.id desc limit ${limit}
  `.execute(db);
  return rows.map(toRehearsal);
}

/** The newest first. */
export const listRehearsals = (db: Database, limit: number): Promise<Rehearsal[]> =>
  rehearsalsWhere(db, sql`true`, limit);

/** Undefined when unknown. */
export async function findRehearsal(db: Database, id: string): Promise<Rehearsal | undefined> {
  return (await rehearsalsWhere(db, sql`rehearsals.id = ${id}::uuid`, 1))[0];
}

type State = Rehearsal['state'];

/** Moves on from one of some states; false where it is in none of them. */
export async function moveRehearsal(
  db: Database,
  id: string,
  from: readonly State[],
  to: Pick<Updateable<RehearsalsTable>, 'dueAt' | 'budget'> & {
    state: State;
    reason?: string | null;
    reasonSaid?: Said | null;
  },
): Promise<boolean> {
  const { reason = null, reasonSaid = null, dueAt = null, ...rest } = to;
  const isOver = to.state === 'done' || to.state === 'cancelled';
  const { numUpdatedRows } = await db
    .updateTable('rehearsals')
    .set({
      ...rest,
      reason,
      reasonSaid: reasonSaid && JSON.stringify(reasonSaid),
      dueAt,
      touchedAt: sql<Date>`now()`,
      finishedAt: isOver ? sql<Date>`now()` : null,
    })
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What failed is open again. */
export async function openFailedRows(db: Database, rehearsalId: string): Promise<void> {
  await db
    .updateTable('rehearsalRows')
    .set({ state: 'open' })
    .where('rehearsalId', '=', rehearsalId)
    .where('state', '=', 'failed')
    .execute();
}

/** Those whose time to go on has come, and those that nobody has gone on with since. */
export async function rehearsalsLeft(db: Database, since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from rehearsals where (state = 'paused' and due_at <= now())
      or (state = 'running' and touched_at < ${since}::timestamptz)
      -- Its job was asked for while another of it was just ending.
      or (state = 'waiting' and touched_at < now() - interval '10 seconds')
  `.execute(db);
  return rows.map(({ id }) => id);
}

export interface Cost {
  replies: number;
  tokens: number;
  usd: number;
}

/** Adds what a call may come to, as long as all of the budget holds; false where it would not. */
export async function reserve(db: Database, id: string, { replies, tokens, usd }: Cost): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update rehearsals set spent_replies = spent_replies + ${replies}::int, spent_tokens = spent_tokens + ${tokens}::bigint,
      spent_usd = spent_usd + ${usd}::float8, touched_at = now()
    where id = ${id}::uuid and state = 'running' and spent_replies + ${replies}::int <= (budget ->> 'replies')::int
      and (budget ->> 'tokens' is null or spent_tokens + ${tokens}::bigint <= (budget ->> 'tokens')::bigint)
      and (budget ->> 'costUsd' is null or spent_usd + ${usd}::float8 <= (budget ->> 'costUsd')::float8)
  `.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Puts what a call has come to in the place of what was reserved for it. */
export async function settle(db: Database, id: string, reserved: Cost, spent: Cost): Promise<void> {
  await sql`
    update rehearsals set spent_replies = spent_replies + ${spent.replies - reserved.replies}::int,
      spent_tokens = spent_tokens + ${spent.tokens - reserved.tokens}::bigint,
      spent_usd = greatest(0, spent_usd + ${spent.usd - reserved.usd}::float8), touched_at = now()
    where id = ${id}::uuid
  `.execute(db);
}

/** What the model has answered to exactly this, or undefined. */
export async function knownAnswer(
  db: Database,
  conversationId: string,
  given: string,
): Promise<RehearsedAnswer | undefined> {
  const row = await db
    .selectFrom('rehearsalAnswers')
    .select('answer')
    .where('conversationId', '=', conversationId)
    .where('given', '=', given)
    .executeTakeFirst();
  return row?.answer;
}

/** Keeps what the model has answered, unless the conversation is gone. */
export async function keepAnswer(
  db: Database,
  conversationId: string,
  given: string,
  answer: RehearsedAnswer,
): Promise<void> {
  await sql`
    insert into rehearsal_answers (conversation_id, given, answer)
    select ${conversationId}::uuid, ${given}, ${JSON.stringify(answer)}::jsonb
    where exists (select from conversations where id = ${conversationId}::uuid)
    on conflict do nothing
  `.execute(db);
}

export type OpenRow = Selectable<RehearsalRowsTable>;

/** Questions that are still to be answered: the tests first. */
export async function openRows(db: Database, rehearsalId: string, limit: number): Promise<OpenRow[]> {
  return db
    .selectFrom('rehearsalRows')
    .selectAll()
    .where('rehearsalId', '=', rehearsalId)
    .where('state', '=', 'open')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Writes down what became of a question, once. */
export async function settleRow(
  db: Database,
  id: string,
  {
    published,
    candidate,
    reasonSaid = null,
    ...outcome
  }: Pick<Selectable<RehearsalRowsTable>, 'published' | 'candidate' | 'differences'> & {
    state: 'done' | 'failed';
    publishedContradicts?: boolean;
    candidateContradicts?: boolean;
    reason?: string | null;
    reasonSaid?: Said | null;
  },
): Promise<void> {
  await db
    .updateTable('rehearsalRows')
    .set({
      reason: null,
      ...outcome,
      published: published && JSON.stringify(published),
      candidate: candidate && JSON.stringify(candidate),
      reasonSaid: reasonSaid && JSON.stringify(reasonSaid),
    })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/** What was written from one message to another: by the customer, or by a person where one has, else the assistant. */
const written = (who: RawBuilder<boolean>, from: string, to: string): RawBuilder<string | null> => sql`(
  select string_agg(m.content, e'\n' order by m.seq) from messages m
  where m.conversation_id = r.conversation_id and m.seq between ${sql.ref(from)} and ${sql.ref(to)}
    and m.removed_at is null and ${who}
)`;
export const questionOf = written(sql`m.sender_type = 'customer'`, 'r.first_seq', 'r.last_seq');
const byPerson = written(sql`m.sender_type = 'representative'`, 'r.said_from', 'r.said_to');
const byAssistant = written(sql`m.sender_type = 'ai'`, 'r.said_from', 'r.said_to');

type ListedRow = Omit<RehearsalRow, 'said'> & { byPerson: string | null; byAssistant: string | null };

/** What would change, tests that fail, and what has no answer; in the order in which it is asked. */
export async function changedRows(db: Database, rehearsalId: string, limit: number): Promise<RehearsalRow[]> {
  const { rows } = await sql<ListedRow>`
    select r.id, r.conversation_id, r.last_seq as seq, r.test_id, coalesce(${questionOf}, '') as question,
      ${byPerson} as by_person, ${byAssistant} as by_assistant, r.published, r.candidate, r.differences,
      r.reason, r.reason_said, r.expectation
    from rehearsal_rows r
    where r.rehearsal_id = ${rehearsalId}::uuid and (r.state = 'failed' or r.reason is not null or r.differences <> '{}')
    order by r.id limit ${limit}
  `.execute(db);
  return rows.map(({ byPerson: theirs, byAssistant: its, ...row }) => ({
    ...row,
    reasonSaid: saidOfReason(row.reason, row.reasonSaid),
    said: theirs ? { by: 'representative', text: theirs } : its ? { by: 'ai', text: its } : null,
  }));
}

/** What was asked, and what a person of the team really answered, null where none did; undefined where the row is gone. */
export async function wordsOfRow(
  db: Database,
  rowId: string,
): Promise<{ asked: string; said: string | null } | undefined> {
  const { rows } = await sql<{ asked: string; said: string | null }>`
    select coalesce(${questionOf}, '') as asked, ${byPerson} as said from rehearsal_rows r where r.id = ${rowId}::uuid
  `.execute(db);
  return rows[0];
}

/** Says that somebody is at work on it. */
export async function touchRehearsal(db: Database, id: string): Promise<void> {
  await sql`update rehearsals set touched_at = now() where id = ${id}::uuid`.execute(db);
}

/** Notes why a question could not be answered yet. */
export async function noteReason(db: Database, id: string, reason: string, said: Said | undefined): Promise<void> {
  await db
    .updateTable('rehearsalRows')
    .set({ reason, reasonSaid: said ? JSON.stringify(said) : null })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}
