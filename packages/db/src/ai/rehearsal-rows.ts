/** Stores the questions of a rehearsal: open and answered ones, with the texts of both sides. */
import type { RehearsalOpinion, RehearsalRow, RehearsedAnswer } from '@parley/contracts/assistant/rehearsals';
import type { LocalizedText } from '@parley/contracts/i18n/server-texts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { RehearsalRowsTable } from '../tables/rehearsals.ts';

/** Returns the stored answer of the model to exactly this input, or undefined. */
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

/** Stores the model's answer, unless the conversation was deleted. */
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
    reasonLocalized = null,
    ...outcome
  }: Pick<Selectable<RehearsalRowsTable>, 'published' | 'candidate' | 'differences'> & {
    state: 'done' | 'failed';
    publishedContradicts?: boolean;
    candidateContradicts?: boolean;
    reason?: string | null;
    reasonLocalized?: LocalizedText | null;
  },
): Promise<void> {
  await db
    .updateTable('rehearsalRows')
    .set({
      reason: null,
      ...outcome,
      published: published && JSON.stringify(published),
      candidate: candidate && JSON.stringify(candidate),
      reasonLocalized: reasonLocalized && JSON.stringify(reasonLocalized),
    })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/** Selects the texts that match `who` from one message to another, one per line; null if there are none. */
const written = (who: RawBuilder<boolean>, from: string, to: string): RawBuilder<string | null> => sql`(
  select string_agg(m.content, e'\n' order by m.seq) from messages m
  where m.conversation_id = r.conversation_id and m.seq between ${sql.ref(from)} and ${sql.ref(to)}
    and m.removed_at is null and ${who}
)`;
export const questionOf = written(sql`m.sender_type = 'customer'`, 'r.first_seq', 'r.last_seq');
const byPerson = written(sql`m.sender_type = 'representative'`, 'r.past_reply_from', 'r.past_reply_to');
const byAssistant = written(sql`m.sender_type = 'ai'`, 'r.past_reply_from', 'r.past_reply_to');

type ListedRow = Omit<RehearsalRow, 'pastReply'> & { byPerson: string | null; byAssistant: string | null };

/** Returns rows with a changed answer, a failed test or no answer, in the order in which they were asked. */
export async function changedRows(db: Database, rehearsalId: string, limit: number): Promise<RehearsalRow[]> {
  const { rows } = await sql<ListedRow>`
    select r.id, r.conversation_id, r.last_seq as seq, r.test_id, coalesce(${questionOf}, '') as question,
      ${byPerson} as by_person, ${byAssistant} as by_assistant, r.published, r.candidate, r.differences,
      r.opinion, r.reason, r.reason_localized, r.expectation
    from rehearsal_rows r
    where r.rehearsal_id = ${rehearsalId}::uuid and (r.state = 'failed' or r.reason is not null or r.differences <> '{}')
    order by r.id limit ${limit}
  `.execute(db);
  return rows.map(({ byPerson: theirs, byAssistant: its, ...row }) => ({
    ...row,
    pastReply: theirs ? { by: 'representative', text: theirs } : its ? { by: 'ai', text: its } : null,
  }));
}

export interface RowWords {
  asked: string;
  /** Answer that a representative gave in the conversation; null if none did. */
  pastReply: string | null;
  /** With the change; null as long as there is none. */
  answer: string | null;
}

/** Returns the texts of a row; undefined if it was deleted. */
export async function wordsOfRow(db: Database, rowId: string): Promise<RowWords | undefined> {
  const { rows } = await sql<RowWords>`
    select coalesce(${questionOf}, '') as asked, ${byPerson} as past_reply, r.candidate ->> 'text' as answer
    from rehearsal_rows r where r.id = ${rowId}::uuid
  `.execute(db);
  return rows[0];
}

/** Reopens the failed rows. */
export async function openFailedRows(db: Database, rehearsalId: string): Promise<void> {
  await db
    .updateTable('rehearsalRows')
    .set({ state: 'open' })
    .where('rehearsalId', '=', rehearsalId)
    .where('state', '=', 'failed')
    .execute();
}

/** Stores why a question could not be answered yet. */
export async function noteReason(
  db: Database,
  id: string,
  reason: string,
  localized: LocalizedText | undefined,
): Promise<void> {
  await db
    .updateTable('rehearsalRows')
    .set({ reason, reasonLocalized: localized ? JSON.stringify(localized) : null })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/**
 * Returns rows with an answer that differs from the published one, to a question that a representative has answered,
 * and without the model's opinion.
 */
export async function rowsWithoutOpinion(db: Database, rehearsalId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from rehearsal_rows r
    where r.rehearsal_id = ${rehearsalId}::uuid and r.state = 'done' and r.test_id is null and r.opinion is null
      and r.differences <> '{}' and r.candidate ->> 'kind' = 'answer' and ${byPerson} is not null
    order by r.id limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Keeps what the model thinks of an answer. */
export async function keepOpinion(db: Database, id: string, opinion: RehearsalOpinion): Promise<void> {
  await db
    .updateTable('rehearsalRows')
    .set({ opinion: JSON.stringify(opinion) })
    .where('id', '=', id)
    .execute();
}
