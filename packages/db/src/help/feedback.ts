/** Stores customers' feedback on the help centre: votes, and searches without results. */
import type { HandOffSummary } from '@parley/contracts/assistant/hand-off-packet';
import type { HelpTodo, TodoState } from '@parley/contracts/knowledge/help';
import type { Language } from '@parley/contracts/text/languages';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

/** The last word of a voter counts. */
export async function vote(
  db: Database,
  feedback: { articleId: string; voter: string; locale: Language; helpful: boolean },
): Promise<void> {
  await db
    .insertInto('articleVotes')
    .values(feedback)
    .onConflict((conflict) => conflict.columns(['articleId', 'voter']).doUpdateSet({ helpful: feedback.helpful }))
    .execute();
}

/** Deletes their votes. */
export async function forgetVoters(db: Database, voters: readonly string[]): Promise<void> {
  if (voters.length > 0) await db.deleteFrom('articleVotes').where('voter', 'in', voters).execute();
}

/** Words kept at most: what is looked for once and long ago makes room. */
const searchesMax = 5_000;

/** Counts a search without results; reopens it if it was settled as done. */
export async function countFruitlessSearch(db: Database, words: string, locale: Language): Promise<void> {
  await sql`
    insert into help_searches as s (words, locale)
    select ${words}, ${locale} where (select count(*) from help_searches) < ${searchesMax}
      or exists (select from help_searches where words = ${words})
    on conflict (words) do update set count = s.count + 1, last_at = now(),
      state = case when s.state = 'done' then 'open' else s.state end
  `.execute(db);
}

/** The most wanted first. */
export async function fruitlessSearches(db: Database, state: TodoState, limit: number): Promise<HelpTodo[]> {
  const rows = await db
    .selectFrom('helpSearches')
    .select(['id', 'words', 'count', 'state', 'lastAt'])
    .where('state', '=', state)
    .orderBy('count', 'desc')
    .orderBy('lastAt', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ lastAt, ...row }) => ({ ...row, kind: 'search', at: lastAt.toISOString() }));
}

/** False when unknown. */
export async function settleSearch(db: Database, id: string, state: TodoState): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('helpSearches')
    .set({ state })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes searches that were not repeated for this number of days. */
export async function forgetOldSearches(db: Database, days: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('helpSearches')
    .where('lastAt', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

interface HandOffRow {
  conversationId: string;
  summary: HandOffSummary;
  at: Date;
  settled: Exclude<TodoState, 'open'> | null;
  settledFor: string | null;
}

interface HandedOff {
  days: number;
  limit: number;
  /** This conversation alone. */
  of?: string;
  within?: RawBuilder<boolean> | undefined;
}

/**
 * Returns the newest conversations of the last days that were handed off, with the hand-off's data, among those that
 * match `within`.
 */
export async function handedOff(
  db: Database,
  { days, limit, of, within = sql<boolean>`true` }: HandedOff,
): Promise<HandOffRow[]> {
  const { rows } = await sql<HandOffRow>`
    select conversations.id as conversation_id, conversations.hand_off_summary as summary, conversations.created_at as at,
      settled.state as settled, settled.asked as settled_for
    from conversations left join help_misses_settled as settled on settled.conversation_id = conversations.id
    where conversations.created_at > now() - make_interval(days => ${days})
      and conversations.hand_off_summary is not null and conversations.spam_at is null and ${within}
      and ${of === undefined ? sql`true` : sql`conversations.id = ${of}`}
    order by conversations.id desc limit ${limit}
  `.execute(db);
  return rows;
}

/** Marks a question without an article as settled; `open` undoes that. */
export async function settleMiss(db: Database, conversationId: string, state: TodoState, asked: string): Promise<void> {
  if (state === 'open') {
    await db.deleteFrom('helpMissesSettled').where('conversationId', '=', conversationId).execute();
    return;
  }
  await db
    .insertInto('helpMissesSettled')
    .values({ conversationId, state, asked })
    .onConflict((conflict) => conflict.column('conversationId').doUpdateSet({ state, asked }))
    .execute();
}
