/** Scorecards, and the samples that they draw. */
import type { Scorecard, ScorecardDraft } from '@parley/contracts/reviews/reviews';
import { samplePerWeekMax } from '@parley/contracts/reviews/limits';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Database, isUniqueViolation, type Transaction } from '../database.ts';
import type { ScorecardsTable } from '../tables/reviews.ts';

const columns = [
  'id',
  'name',
  'version',
  'criteria',
  'filter',
  'sample',
  'sampleSize',
  'coversAssistant',
  'isEstimated',
  'estimatesPerDay',
  'updatedAt',
] as const;

const toScorecard = ({
  updatedAt,
  ...row
}: Pick<Selectable<ScorecardsTable>, (typeof columns)[number]>): Scorecard => ({
  ...row,
  updatedAt: updatedAt.toISOString(),
});

export async function listScorecards(db: Database): Promise<Scorecard[]> {
  const rows = await db.selectFrom('scorecards').select(columns).orderBy(sql`lower(name)`).execute();
  return rows.map(toScorecard);
}

export async function findScorecard(db: Database, id: string): Promise<Scorecard | undefined> {
  const row = await db.selectFrom('scorecards').select(columns).where('id', '=', id).executeTakeFirst();
  return row && toScorecard(row);
}

/** Locks the table against other additions until the transaction ends. */
export async function holdScorecards(transaction: Transaction): Promise<void> {
  await sql`lock table scorecards in share row exclusive mode`.execute(transaction);
}

const stored = ({ criteria, filter, ...fields }: ScorecardDraft) => ({
  ...fields,
  criteria: JSON.stringify(criteria),
  filter: JSON.stringify(filter),
});

export async function insertScorecard(db: Database, draft: ScorecardDraft): Promise<Scorecard | 'taken'> {
  const row = await db
    .insertInto('scorecards')
    .values(stored(draft))
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(orTaken);
  return row === 'taken' ? row : toScorecard(row);
}

/** Stores a scorecard; the version counts up with the criteria. Undefined when unknown. */
export async function updateScorecard(
  db: Database,
  id: string,
  draft: ScorecardDraft,
): Promise<Scorecard | 'taken' | undefined> {
  const row = await db
    .updateTable('scorecards')
    .set({
      ...stored(draft),
      version: sql<number>`version + (criteria <> ${JSON.stringify(draft.criteria)}::jsonb)::int`,
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
    .catch(orTaken);
  return row === 'taken' || !row ? row : toScorecard(row);
}

/** Gives reviews that nobody has begun the name and criteria that the scorecard has now. */
export async function renewUnbegun(db: Database, { id, name, version, criteria }: Scorecard): Promise<void> {
  await sql`
    update reviews set scorecard_name = ${name}, version = ${version}::int, criteria = ${JSON.stringify(criteria)}::jsonb
    where scorecard_id = ${id} and status = 'open' and reviewer_id is null and not is_estimate
  `.execute(db);
}

/** Deletes a scorecard with its reviews that nobody has begun. Returns false when unknown. */
export async function deleteScorecard(db: Transaction, id: string): Promise<boolean> {
  await sql`delete from reviews where scorecard_id = ${id} and status <> 'finished' and reviewer_id is null`.execute(
    db,
  );
  const { numDeletedRows } = await db.deleteFrom('scorecards').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

function orTaken(error: unknown): 'taken' {
  if (isUniqueViolation(error, 'scorecards_name')) return 'taken';
  throw error;
}

/** Locks a scorecard that has not sampled this week yet; undefined if there is none that nobody else has locked. */
export async function takeUnsampled(transaction: Transaction, week: string): Promise<Scorecard | undefined> {
  const row = await transaction
    .selectFrom('scorecards')
    .select(columns)
    .where('sample', '<>', 'none')
    .where((where) => where.or([where('sampledWeek', 'is', null), where('sampledWeek', '<', week)]))
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row && toScorecard(row);
}

export async function markSampled(transaction: Transaction, id: string, week: string): Promise<void> {
  await transaction.updateTable('scorecards').set({ sampledWeek: week }).where('id', '=', id).execute();
}

interface Sampled {
  start: Date;
  end: Date;
  fits: RawBuilder<boolean>;
  limit: number;
}

/** Answers of a person, or the assistant, in conversations that were closed between two instants and fit. */
const answeredIn = ({ start, end, fits }: Omit<Sampled, 'limit'>, { coversAssistant }: Scorecard) => sql`
  select conversations.id as conversation_id, answer_facts.answered_by as person, count(*) as n
  from conversations join answer_facts on answer_facts.conversation_id = conversations.id
    left join users on users.id = answer_facts.answered_by
  where conversations.id in (select conversation_id from closing_facts
      where closed_at >= ${start}::timestamptz and closed_at < ${end}::timestamptz)
    and not conversations.hidden and conversations.merged_into is null and ${fits}
    and ((answer_facts.is_assistant and ${coversAssistant}::boolean)
      or (not answer_facts.is_assistant and users.is_active and users.kind = 'person'))
  group by 1, 2`;

/** Number from 0 to below 1 that is chance, but the same for the same conversation, person and scorecard. */
const chanceOf = (id: string): RawBuilder<number> => sql`
  (('x' || left(md5(${id} || conversation_id::text || coalesce(person::text, '')), 8))::bit(32)::bigint / 4294967296.0)`;

/**
 * Adds the reviews of a scorecard's sample and returns their number. The same conversations give the same sample; what
 * was reviewed by the scorecard before isn't added again.
 */
export async function insertSample(transaction: Transaction, scorecard: Scorecard, sampled: Sampled): Promise<number> {
  const { id, name, version, criteria, sample, sampleSize } = scorecard;
  const drawn =
    sample === 'per_person'
      ? sql`select conversation_id, person from (
          select conversation_id, person, row_number() over (partition by person order by ${chanceOf(id)}) as place from answered
        ) as placed where place <= ${sampleSize}::int`
      : sql`select conversation_id, person from (
          select distinct on (conversation_id) conversation_id, person from answered order by conversation_id, n desc, person
        ) as main where ${chanceOf(id)} * 100 < ${sampleSize}::int`;
  const { numAffectedRows = 0n } = await sql`
    with answered as (${answeredIn(sampled, scorecard)}), drawn as (${drawn})
    insert into reviews (conversation_id, representative_id, scorecard_id, scorecard_name, version, criteria, reason, reason_size)
    select conversation_id, person, ${id}::uuid, ${name}, ${version}::int, ${JSON.stringify(criteria)}::jsonb,
      ${sample}, ${sampleSize}::int
    from drawn order by ${chanceOf(id)} limit ${Math.min(sampled.limit, samplePerWeekMax)}
    on conflict (conversation_id, scorecard_id, representative_id, is_estimate) where scorecard_id is not null do nothing
  `.execute(transaction);
  return Number(numAffectedRows);
}
