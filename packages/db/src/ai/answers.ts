/** The ledger: each sentence of the assistant's with what it cites, and what became of it. */
import type { AiAnswer, AnswerFate, SentenceSource } from '@parley/contracts/assistant/answers';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { instantText } from '../instant.ts';
import type { AiAnswersTable } from '../tables/work.ts';

export interface NewSentence {
  text: string;
  sources: SentenceSource[];
}

/** Writes an answer down with its sentences. */
export async function insertAiAnswer(
  db: Database,
  answer: Omit<Insertable<AiAnswersTable>, 'id'>,
  sentences: readonly NewSentence[],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { id } = await transaction.insertInto('aiAnswers').values(answer).returning('id').executeTakeFirstOrThrow();
    if (sentences.length === 0) return;
    await transaction
      .insertInto('aiAnswerSentences')
      .values(
        sentences.map(({ text, sources }, place) => ({
          answerId: id,
          place,
          text,
          passageIds: sources.map(({ passageId }) => passageId),
          sources: JSON.stringify(sources),
        })),
      )
      .execute();
  });
}

type Row = Omit<AiAnswer, 'createdAt' | 'sentences'> & { createdAt: string; sentences: AiAnswer['sentences'] };

const instant = (column: string) => sql.raw(instantText(column));

/** Columns of an answer as in the contract, with the current text of its passages. */
const answerColumns = sql`
  a.id, a.conversation_id, a.kind, case a.kind when 'reply' then a.seq end as seq, a.model, a.prompt_version,
  a.input_tokens, a.output_tokens, a.cost_usd, a.fate, a.distance, ${instant('a.created_at')} as created_at, (
    select coalesce(jsonb_agg(jsonb_build_object('place', s.place, 'text', s.text,
      'contradictedAt', ${instant('s.contradicted_at')},
      'sources', (
        select coalesce(jsonb_agg(source || jsonb_build_object('passage',
          (select p.text from knowledge_passages p where p.id = (source ->> 'passageId')::uuid)) order by nth), '[]')
        from jsonb_array_elements(s.sources) with ordinality as each (source, nth)
      )) order by s.place), '[]')
    from ai_answer_sentences s where s.answer_id = a.id
  ) as sentences`;

/** Returns the stored answer behind the assistant's message with this seq; undefined if none is stored. */
export async function answerOfMessage(
  db: Database,
  conversationId: string,
  seq: number,
): Promise<AiAnswer | undefined> {
  const { rows } = await sql<Row>`
    select ${answerColumns} from ai_answers a
    where a.conversation_id = ${conversationId}::uuid and a.seq = ${seq} and a.kind = 'reply'
    order by a.id desc limit 1
  `.execute(db);
  return rows[0];
}

/** Requires that a passage cited by a sentence no longer exists: its document was changed or deleted. */
const isOutdated = sql<boolean>`exists (
  select from ai_answer_sentences s
  where s.answer_id = a.id and exists (
    select from unnest(s.passage_ids) as cited (id)
    where not exists (select from knowledge_passages p where p.id = cited.id)))`;
const isCorrected = sql<boolean>`exists (
  select from ai_answer_sentences s where s.answer_id = a.id and s.contradicted_at is not null)`;

export interface AnswerQuery {
  /** Answers that were corrected, answers that cite something changed since, or all. */
  which: 'corrected' | 'outdated' | 'all';
  /** Only what cites a passage of this document. */
  documentId?: string | undefined;
  /** Lists the answers before this one. */
  beforeId?: string | undefined;
  limit: number;
  /** Condition on the conversations that the reader may see. */
  within?: RawBuilder<boolean> | undefined;
}

/** The newest first. `within` is a condition on `conversations`. */
export async function listAiAnswers(db: Database, query: AnswerQuery): Promise<AiAnswer[]> {
  const { which, documentId, beforeId, limit, within } = query;
  const conditions = [
    sql`true`,
    ...(which === 'corrected' ? [isCorrected] : []),
    ...(which === 'outdated' ? [sql`a.kind = 'reply'`, isOutdated] : []),
    ...(documentId
      ? [
          sql`exists (select from ai_answer_sentences s where s.answer_id = a.id
            and s.sources @> ${JSON.stringify([{ documentId }])}::jsonb)`,
        ]
      : []),
    ...(beforeId ? [sql`a.id < ${beforeId}::uuid`] : []),
    ...(within
      ? [sql`exists (select from conversations where conversations.id = a.conversation_id and ${within})`]
      : []),
  ];
  const { rows } = await sql<Row>`
    select ${answerColumns} from ai_answers a where ${sql.join(conditions, sql` and `)} order by a.id desc limit ${limit}
  `.execute(db);
  return rows;
}

export interface UnjudgedAnswer {
  id: string;
  conversationId: string;
  kind: 'reply' | 'suggestion';
  seq: number;
  fate: AnswerFate;
  judgedSeq: number;
  sentences: { place: number; text: string; contradicted: boolean }[];
}

/**
 * Returns answers created after `since` with messages in their conversation that are newer than their last judgement.
 */
export async function unjudgedAnswers(db: Database, since: Date, limit: number): Promise<UnjudgedAnswer[]> {
  const { rows } = await sql<UnjudgedAnswer>`
    select a.id, a.conversation_id, a.kind, a.seq, a.fate, a.judged_seq, (
      select coalesce(jsonb_agg(jsonb_build_object('place', s.place, 'text', s.text,
        'contradicted', s.contradicted_at is not null) order by s.place), '[]')
      from ai_answer_sentences s where s.answer_id = a.id) as sentences
    from ai_answers a join conversations c on c.id = a.conversation_id
    where a.created_at > ${since}::timestamptz and c.last_seq > a.judged_seq
    order by a.created_at limit ${limit}
  `.execute(db);
  return rows;
}

/**
 * Stores how an answer fared, up to a message; `contradicted` contains the places of its sentences that were corrected.
 */
export async function judgeAnswer(
  db: Database,
  id: string,
  judged: { judgedSeq: number; fate: AnswerFate; distance: number | null; contradicted: readonly number[] },
): Promise<void> {
  const { judgedSeq, fate, distance, contradicted } = judged;
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('aiAnswers').set({ judgedSeq, fate, distance }).where('id', '=', id).execute();
    if (contradicted.length > 0) await contradict(transaction, id, contradicted);
  });
}

/** Stores that sentences were corrected, and suspends the passages that were corrected in two conversations by now. */
async function contradict(transaction: Database, answerId: string, places: readonly number[]): Promise<void> {
  await sql`
    update ai_answer_sentences set contradicted_at = now()
    where answer_id = ${answerId}::uuid and place = any(${places}::int[]) and contradicted_at is null
  `.execute(transaction);
  await sql`
    with corrected as (
      select distinct source ->> 'passageId' as passage_id, source ->> 'documentId' as document_id,
        source ->> 'title' as title, source ->> 'url' as url
      from ai_answer_sentences s cross join jsonb_array_elements(s.sources) as source
      where s.answer_id = ${answerId}::uuid and s.place = any(${places}::int[])
    )
    insert into suspended_passages (passage_id, document_id, title, url, suspended_since)
    select passage_id::uuid, document_id::uuid, title, url, now() from corrected
    where (
      select count(distinct a.conversation_id) from ai_answer_sentences s join ai_answers a on a.id = s.answer_id
      where s.passage_ids @> array[corrected.passage_id::uuid] and s.contradicted_at > coalesce(
        (select approved_at from suspended_passages r where r.passage_id = corrected.passage_id::uuid), '-infinity')
    ) >= 2
    on conflict (passage_id) do update set suspended_since = coalesce(suspended_passages.suspended_since, excluded.suspended_since)
  `.execute(transaction);
}

/** Marks a sentence of the assistant's message as wrong. Returns false if there is no such sentence. */
export async function markWrong(db: Database, conversationId: string, seq: number, place: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      select a.id from ai_answers a join ai_answer_sentences s on s.answer_id = a.id and s.place = ${place}
      where a.conversation_id = ${conversationId}::uuid and a.seq = ${seq} and a.kind = 'reply'
      order by a.id desc limit 1
    `.execute(transaction);
    const [answer] = rows;
    if (answer) await contradict(transaction, answer.id, [place]);
    return answer !== undefined;
  });
}
