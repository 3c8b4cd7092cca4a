/** Rehearsals: what would be another, over which questions, and what both sides answer. */
import type {
  AssistantBefore,
  AssistantChange,
  Rehearsal,
  RehearsalBudget,
  RehearsalSide,
} from '@parley/contracts/assistant/rehearsals';
import type { LocalizedText } from '@parley/contracts/i18n/server-texts';
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../database.ts';
import type { RehearsalsTable, ToolDraft } from '../tables/rehearsals.ts';
import type { AskedTurn } from './rehearsal-sample.ts';

/** Returns the average tokens of a reply in the last 30 days; undefined with fewer than 10 replies. */
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
  tools: readonly ToolDraft[];
  conversations: number;
  budget: RehearsalBudget;
  createdBy: string;
}

/** Begins a rehearsal over these questions, and all tests. */
export async function insertRehearsal(
  db: Database,
  { change, before, tools, conversations, budget, createdBy }: NewRehearsal,
  turns: readonly AskedTurn[],
): Promise<string> {
  const { id } = await db
    .insertInto('rehearsals')
    .values({
      change: JSON.stringify(change),
      before: JSON.stringify(before),
      tools: JSON.stringify(tools),
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
    insert into rehearsal_rows (rehearsal_id, conversation_id, first_seq, last_seq, past_reply_from, past_reply_to)
    select ${id}::uuid, each.* from unnest(${turns.map((turn) => turn.conversationId)}::uuid[],
      ${turns.map((turn) => turn.firstSeq)}::int[], ${turns.map((turn) => turn.lastSeq)}::int[],
      ${turns.map((turn) => turn.pastReplyFrom)}::int[], ${turns.map((turn) => turn.pastReplyTo)}::int[]) as each (id, a, b, c, d)
    where exists (select from conversations where conversations.id = each.id)
  `.execute(db);
  return id;
}

type Statistics = Pick<
  Rehearsal,
  'questions' | 'answered' | 'failed' | 'changed' | 'tests' | 'published' | 'candidate'
>;

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

const statistics = sql<Statistics>`(
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

type Row = Selectable<RehearsalsTable> & { author: string | null; publishedAt: Date | null; statistics: Statistics };

const toRehearsal = (row: Row): Rehearsal => ({
  id: row.id,
  change: row.change,
  before: row.before,
  conversations: row.conversations,
  budget: row.budget,
  state: row.state,
  reason: row.reason,
  reasonLocalized: row.reasonLocalized,
  ...row.statistics,
  spent: { replies: row.spentReplies, tokens: row.spentTokens, costUsd: row.spentUsd },
  createdBy: row.author,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  publishedAt: row.publishedAt?.toISOString() ?? null,
});

/** Returns the matching rehearsals, the newest first. */
async function rehearsalsWhere(db: Database, where: RawBuilder<boolean>, limit: number): Promise<Rehearsal[]> {
  const { rows } = await sql<Row>`
    select rehearsals.*, users.name as author, published.published_at, ${statistics} as statistics
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

/** Returns the actions of a change with their secrets, which must never reach a client. */
export async function toolDrafts(db: Database, id: string): Promise<ToolDraft[]> {
  const row = await db.selectFrom('rehearsals').select('tools').where('id', '=', id).executeTakeFirst();
  return row?.tools ?? [];
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
    reasonLocalized?: LocalizedText | null;
  },
): Promise<boolean> {
  const { reason = null, reasonLocalized = null, dueAt = null, ...rest } = to;
  const isOver = to.state === 'done' || to.state === 'cancelled';
  const { numUpdatedRows } = await db
    .updateTable('rehearsals')
    .set({
      ...rest,
      reason,
      reasonLocalized: reasonLocalized && JSON.stringify(reasonLocalized),
      dueAt,
      finishedAt: isOver ? sql<Date>`now()` : null,
    })
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the rehearsals that a job is to work on: those under way, and paused ones that are due. */
export async function rehearsalsLeft(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from rehearsals where state in ('waiting', 'running') or (state = 'paused' and due_at <= now())
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
      spent_usd = spent_usd + ${usd}::float8
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
      spent_usd = greatest(0, spent_usd + ${spent.usd - reserved.usd}::float8)
    where id = ${id}::uuid
  `.execute(db);
}
