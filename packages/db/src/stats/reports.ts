/**
 * Compiles the metrics of reports to SQL over the facts. A metric is described once, as what it measures and with which
 * value: its figures and the list of the conversations behind them are both made of that.
 */
import type { Filter } from '@parley/contracts/filter/filter';
import type { FilterMeaning } from '@parley/contracts/filter/filter-fields';
import {
  assistantKey,
  noneKey,
  othersKey,
  reportInstants,
  type ReportedOrder,
  type ReportInstant,
  type ReportMetric,
  type ReportMetricId,
  reportMetric,
  reportMetrics,
  type ReportSlice,
  type ReportSubject,
} from '@parley/contracts/reports/reports';
import { type RawBuilder, sql } from 'kysely';
import { conversationFilterColumns, type FilterColumns, filterSql, isAnsweredBy } from '../conversations/filter.ts';
import type { Database } from '../database.ts';

/** Scores from this one on are satisfied customers'. */
const satisfiedFrom = 4;

/** Days within which a reopened conversation was not resolved. */
const reopenedWithin = sql`interval '7 days'`;

/** Properties of the conversation that filters and slices use. */
const properties = sql`website_id, channel, team_id, assigned_representative_id, tag_ids`;

/** Marks of a review that apply, with the share of what can be reached. */
const marksOf = (reviews: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select given."criterionId" as criterion_id, given.value, criterion.scale, given.position,
    case criterion.scale when 'pass' then given.value else (given.value - 1) / 4.0 end as share
  from rows from (jsonb_to_recordset(${reviews}.marks) as ("criterionId" uuid, value int))
      with ordinality as given ("criterionId", value, position)
    join jsonb_to_recordset(${reviews}.criteria) as criterion (id uuid, scale text) on criterion.id = given."criterionId"
  where given.value is not null)`;

const subjects: Record<ReportSubject, RawBuilder<unknown>> = {
  conversation: sql`conversation_facts`,
  answer: sql`answer_facts`,
  closing: sql`closing_facts`,
  promise: sql`(select conversation_id, website_id, channel, team_id, assigned_representative_id, tag_ids, given_at,
    ended_at, is_kept from promises join conversation_facts using (conversation_id) where is_kept is not null)`,
  rating: sql`(select ratings.conversation_id, closing_no, asked_at, rated_at, score, comment, shares, website_id, channel, team_id,
      assigned_representative_id, tag_ids
    from ratings join conversation_facts using (conversation_id))`,
  review: sql`(select reviews.conversation_id, reviews.no, reviews.finished_at, reviews.score, reviews.is_critical_failed,
      reviews.scorecard_id, reviews.representative_id, ${properties}
    from reviews join conversation_facts using (conversation_id) where reviews.finished_at is not null and not is_estimate)`,
  mark: sql`(select reviews.conversation_id, reviews.no * 100 + mark.position::int as no, reviews.finished_at,
      reviews.scorecard_id, reviews.representative_id, mark.criterion_id, mark.share, ${properties}
    from reviews join conversation_facts using (conversation_id), lateral ${marksOf(sql`reviews`)} as mark
    where reviews.finished_at is not null and not is_estimate)`,
  estimate: sql`(select reviews.conversation_id, reviews.no, reviews.finished_at, reviews.score, reviews.scorecard_id,
      ${properties}
    from reviews join conversation_facts using (conversation_id) where reviews.finished_at is not null and is_estimate)`,
  compared_mark: sql`(select reviews.conversation_id, reviews.no * 100 + mark.position::int as no, reviews.finished_at,
      reviews.scorecard_id, mark.criterion_id,
      case when mark.scale = 'pass' then mark.value = estimated.value else abs(mark.value - estimated.value) <= 1 end as agrees,
      ${properties}
    from reviews join conversation_facts using (conversation_id)
      join reviews estimates on estimates.conversation_id = reviews.conversation_id
        and estimates.scorecard_id = reviews.scorecard_id and estimates.is_estimate and estimates.finished_at is not null
        and estimates.representative_id is not distinct from reviews.representative_id,
      lateral ${marksOf(sql`reviews`)} as mark join lateral ${marksOf(sql`estimates`)} as estimated using (criterion_id)
    where reviews.finished_at is not null and not reviews.is_estimate)`,
  article_vote: sql`(select article_id, helpful, created_at as voted_at, null::uuid as conversation_id from article_votes)`,
};

const instantColumns: Record<ReportInstant, string> = {
  opened: 'opened_at',
  closed: 'closed_at',
  first_answered: 'first_answered_at',
  first_answered_by_person: 'first_person_answered_at',
  handed_off: 'handed_off_at',
  breached: 'breached_at',
  answered: 'answered_at',
  each_closed: 'closed_at',
  each_reopened: 'reopened_at',
  promise_ended: 'ended_at',
  asked: 'asked_at',
  rated: 'rated_at',
  reviewed: 'finished_at',
  marked: 'finished_at',
  estimated: 'finished_at',
  compared: 'finished_at',
  voted: 'voted_at',
};

interface Measure {
  /** Subjects that are measured; all without it. */
  where?: RawBuilder<boolean>;
  /** Counted of each, 1 without it; for a share whether it counts. */
  value?: RawBuilder<unknown>;
  /** The value in working time. */
  working?: RawBuilder<unknown>;
  /** Subjects by the number of which the sum of a ratio is divided. */
  per?: RawBuilder<boolean>;
}

const isReopened = sql<boolean>`coalesce(reopened_at <= closed_at + ${reopenedWithin}, false)`;
const isResolved = sql<boolean>`(is_alone and not is_idle and not ${isReopened})`;
const isByPerson = sql<boolean>`closed_by is not null`;
const isKept = (kind: string): Measure => ({
  where: sql`${sql.lit(kind)} = any(due_kinds)`,
  value: sql`${sql.lit(kind)} <> all(breached_kinds)`,
});

const measures: Record<ReportMetricId, Measure> = {
  opened: {},
  unanswered: { where: sql`first_answered_at is null and customer_messages > 0` },
  closed: {},
  reopened: {},
  reopened_share: { value: isReopened },
  customer_messages: { value: sql`customer_messages` },
  representative_messages: { value: sql`representative_messages` },
  assistant_messages: { value: sql`assistant_messages` },
  first_answer: { value: sql`first_answer_seconds`, working: sql`first_answer_working_seconds` },
  first_person_answer: { value: sql`first_person_answer_seconds`, working: sql`first_person_answer_working_seconds` },
  next_answer: { where: sql`not is_first`, value: sql`seconds`, working: sql`working_seconds` },
  resolution: { value: sql`resolution_seconds`, working: sql`resolution_working_seconds` },
  person_answers: { where: sql`not is_assistant` },
  person_answer: { where: sql`not is_assistant`, value: sql`seconds`, working: sql`working_seconds` },
  person_closings: { where: isByPerson },
  person_reopened_share: { where: isByPerson, value: isReopened },
  assistant_conversations: { where: sql`assistant_messages > 0` },
  assistant_resolved: { where: isResolved },
  assistant_resolution_share: { where: sql`has_assistant`, value: isResolved },
  assistant_ended_idle: { where: sql`is_alone and is_idle` },
  hand_offs: {},
  assistant_answer_share: { value: sql`is_assistant` },
  assistant_cost: { value: sql`cost_usd` },
  assistant_cost_per_resolved: { where: sql`has_assistant`, value: sql`cost_usd`, per: isResolved },
  sla_conversations: { where: sql`has_policy` },
  sla_breached: {},
  sla_kept: { where: sql`has_policy`, value: sql`breached_kinds = '{}'` },
  first_response_kept: isKept('first_response'),
  next_response_kept: isKept('next_response'),
  resolution_kept: isKept('resolution'),
  promises_kept: { value: sql`is_kept` },
  ratings_asked: {},
  rated_share: { value: sql`rated_at is not null` },
  // The list shows the score of each.
  ratings: { value: sql`score` },
  rating_average: { value: sql`score` },
  satisfied_share: { value: sql`score >= ${sql.lit(satisfiedFrom)}` },
  reviews: {},
  review_score: { value: sql`score` },
  reviews_failed: { value: sql`is_critical_failed` },
  criterion_score: { value: sql`share` },
  estimates: {},
  estimated_score: { value: sql`score` },
  estimate_agreement: { value: sql`agrees` },
  article_votes: {},
  articles_helpful: { value: sql`helpful` },
};

/** Columns of the facts that filters compare; a filter that names others looks at the conversations. */
const factColumns: FilterColumns = {
  website: sql`facts.website_id`,
  channel: sql`facts.channel`,
  team: sql`facts.team_id`,
  assignee: sql`facts.assigned_representative_id`,
  tag: sql`facts.tag_ids`,
};

/** Facts that a report covers. */
export interface ReportScope {
  start: Date;
  /** First instant behind it. */
  end: Date;
  timeZone: string;
  workingTime: boolean;
  /** The caller's scope, and the filter of the request. */
  filters: readonly Filter[];
  meaning: FilterMeaning;
  /** Only what this user did. */
  ownOf?: string | undefined;
}

export interface SliceOf {
  slice: ReportSlice;
  /** Attribute of the slice `attribute`. */
  attribute?: { subject: 'conversation' | 'contact' | 'company'; key: string } | undefined;
}

/** Figure of one metric; `p90` and `mean` only of quantiles. */
export interface Figure {
  metric: ReportMetricId;
  value: number | null;
  n: number;
  p90?: number | null;
  mean?: number | null;
}

const subjectsOf = (instant: ReportInstant): ReportSubject => reportInstants[instant];
const at = (instant: ReportInstant): RawBuilder<Date> => sql.ref(`facts.${instantColumns[instant]}`);

/** The facts of a range that the caller may see, with `from` and `where`. */
export function factsOf(
  instant: ReportInstant,
  scope: ReportScope,
  join: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const subject = subjectsOf(instant);
  const conditions = [
    sql`${at(instant)} >= ${scope.start}::timestamptz`,
    sql`${at(instant)} < ${scope.end}::timestamptz`,
    ...(subject === 'article_vote' ? [] : scope.filters.map((filter) => filterOf(filter, scope.meaning))),
    ...(scope.ownOf === undefined ? [] : [sql`${persons[subject]} = ${scope.ownOf}::uuid`]),
  ];
  return sql`from ${subjects[subject]} as facts ${join} where ${sql.join(conditions, sql` and `)}`;
}

function filterOf(filter: Filter, meaning: FilterMeaning): RawBuilder<boolean> {
  if ('all' in filter && !isAnsweredBy(factColumns, filter))
    return filter.all.length === 0
      ? sql`true`
      : sql`(${sql.join(
          filter.all.map((part) => filterOf(part, meaning)),
          sql` and `,
        )})`;
  return isAnsweredBy(factColumns, filter)
    ? filterSql(filter, meaning, factColumns)
    : sql`exists (select from conversations where conversations.id = facts.conversation_id
        and ${filterSql(filter, meaning, conversationFilterColumns)})`;
}

/** The user who did what is measured. */
const persons: Record<ReportSubject, RawBuilder<unknown>> = {
  conversation: sql`facts.assigned_representative_id`,
  answer: sql`facts.answered_by`,
  closing: sql`facts.closed_by`,
  promise: sql`facts.assigned_representative_id`,
  rating: sql`null::uuid`,
  review: sql`facts.representative_id`,
  mark: sql`facts.representative_id`,
  estimate: sql`null::uuid`,
  compared_mark: sql`null::uuid`,
  article_vote: sql`null::uuid`,
};

const local = (instant: ReportInstant, timeZone: string): RawBuilder<unknown> =>
  sql`(${at(instant)} at time zone ${sql.lit(timeZone)})`;
const dateIn = (unit: 'day' | 'week' | 'month', instant: ReportInstant, timeZone: string) =>
  sql<string>`date_trunc(${sql.lit(unit)}, ${local(instant, timeZone)})::date::text`;
const weekdayOf = (instant: ReportInstant, timeZone: string) =>
  sql<number>`extract(isodow from ${local(instant, timeZone)})::int`;
const hourOf = (instant: ReportInstant, timeZone: string) =>
  sql<number>`extract(hour from ${local(instant, timeZone)})::int`;

interface Key {
  key: RawBuilder<string>;
  /** Weight of a fact in the row, for averages and shares; 1 without it. */
  weight?: RawBuilder<number>;
  join?: RawBuilder<unknown>;
}

const ofReview: ReadonlySet<ReportSubject> = new Set(['review', 'mark', 'estimate', 'compared_mark']);

const orNone = (column: RawBuilder<unknown>): RawBuilder<string> => sql`coalesce(${column}::text, ${sql.lit(noneKey)})`;

/** Returns the key of the row that a fact is in; undefined if the slice doesn't divide what the metric measures. */
function keyOf({ slice, attribute }: SliceOf, instant: ReportInstant, timeZone: string): Key | undefined {
  const subject = subjectsOf(instant);
  const ofConversation = (key: Key): Key | undefined => (subject === 'article_vote' ? undefined : key);
  switch (slice) {
    case 'hour':
      return { key: sql`${hourOf(instant, timeZone)}::text` };
    case 'weekday':
      return { key: sql`${weekdayOf(instant, timeZone)}::text` };
    case 'day':
    case 'week':
    case 'month':
      return { key: dateIn(slice, instant, timeZone) };
    case 'article':
      return subject === 'article_vote' ? { key: sql`facts.article_id::text` } : undefined;
    case 'hand_off_reason':
      return subject === 'conversation' ? { key: orNone(sql`facts.hand_off_reason`) } : undefined;
    case 'website':
      return ofConversation({ key: orNone(sql`facts.website_id`) });
    case 'channel':
      return ofConversation({ key: sql`facts.channel` });
    case 'team':
      return ofConversation({ key: orNone(sql`facts.team_id`) });
    case 'scorecard':
      return ofReview.has(subject) ? { key: orNone(sql`facts.scorecard_id`) } : undefined;
    case 'criterion':
      return subject === 'mark' || subject === 'compared_mark' ? { key: sql`facts.criterion_id::text` } : undefined;
    case 'person':
      // Estimates are never counted for a person.
      if (subject === 'estimate' || subject === 'compared_mark') return undefined;
      return ofConversation({
        key: personKeys[subject],
        ...(subject === 'rating' && { join: answerers, weight: shareOfAnswers }),
      });
    case 'tag':
      return ofConversation({
        key: orNone(sql`tagged.id`),
        join: sql`cross join lateral unnest(case when facts.tag_ids = '{}' then array[null::uuid]
          else facts.tag_ids end) as tagged (id)`,
      });
    case 'topic':
      return ofConversation({
        key: orNone(sql`about.topic_id`),
        join: sql`left join (conversation_topics about join topics on topics.id = about.topic_id and not topics.is_hidden)
          on about.conversation_id = facts.conversation_id`,
      });
    case 'attribute':
      return attribute && ofConversation(attributeKey(attribute));
  }
}

/** Everybody who answered what was rated: a rating is in the rows of them all, with the weight of their answers. */
const answerers = sql`left join lateral (select "userId", answers, sum(answers) over () as total
  from jsonb_to_recordset(facts.shares) as given ("userId" uuid, answers int)) as answerer on true`;
const shareOfAnswers = sql<number>`coalesce(answerer.answers::float8 / nullif(answerer.total, 0), 1)`;

const orAssistant = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql`coalesce(${column}::text, ${sql.lit(assistantKey)})`;

const personKeys: Record<ReportSubject, RawBuilder<string>> = {
  conversation: orNone(persons.conversation),
  answer: sql`case when is_assistant then ${sql.lit(assistantKey)} else ${orNone(persons.answer)} end`,
  closing: orNone(persons.closing),
  promise: orNone(persons.promise),
  rating: sql`case when facts.shares = '[]' then ${sql.lit(noneKey)}
    else coalesce(answerer."userId"::text, ${sql.lit(assistantKey)}) end`,
  review: orAssistant(persons.review),
  mark: orAssistant(persons.mark),
  estimate: sql`${sql.lit(noneKey)}`,
  compared_mark: sql`${sql.lit(noneKey)}`,
  article_vote: sql`${sql.lit(noneKey)}`,
};

function attributeKey({ subject, key }: NonNullable<SliceOf['attribute']>): Key {
  const given = {
    conversation: sql`left join attribute_values given on given.subject_id = facts.conversation_id`,
    contact: sql`left join conversations of_visitor on of_visitor.id = facts.conversation_id
      left join identities on identities.visitor_id = of_visitor.visitor_id
      left join attribute_values given on given.subject_id = identities.contact_id`,
    company: sql`left join conversations of_visitor on of_visitor.id = facts.conversation_id
      left join identities on identities.visitor_id = of_visitor.visitor_id
      left join contacts on contacts.id = identities.contact_id
      left join attribute_values given on given.subject_id = contacts.company_id`,
  }[subject];
  return {
    key: sql`coalesce(given.text_value, given.number_value::text, ${sql.lit(noneKey)})`,
    join: sql`${given} and given.key = ${key}`,
  };
}

/** A metric's value of a fact. */
function valueOf(id: ReportMetricId, workingTime: boolean): RawBuilder<number> {
  const { value = sql`1`, working } = measures[id];
  const used = workingTime && working ? working : value;
  return reportMetric(id).statistic === 'share' ? sql`(${used})::int` : sql`${used}`;
}

const memberOf = (id: ReportMetricId): RawBuilder<boolean> => measures[id].where ?? sql`true`;

/** Columns that compute the figure of a metric over the facts of a group; with weights where facts have a `weight`. */
function aggregates(id: ReportMetricId, workingTime: boolean, isWeighted: boolean): RawBuilder<unknown> {
  const value = valueOf(id, workingTime);
  const members = sql`filter (where ${memberOf(id)})`;
  const { statistic }: ReportMetric = reportMetrics[id];
  const [n, result] = (() => {
    switch (statistic) {
      case 'count':
        return [sql`count(*) ${members}`, sql`count(*) ${members}`];
      case 'sum':
        return [sql`count(*) ${members}`, sql`coalesce(sum(${value}) ${members}, 0)`];
      case 'share':
        return [
          sql`count(*) ${members}`,
          isWeighted
            ? sql`sum(${value} * weight) ${members} / nullif(sum(weight) ${members}, 0)`
            : sql`avg(${value}) ${members}`,
        ];
      case 'ratio': {
        const divisors = sql`filter (where ${memberOf(id)} and ${measures[id].per ?? sql`true`})`;
        return [
          sql`count(*) ${divisors}`,
          isWeighted
            ? sql`sum(${value} * weight) ${members} / nullif(sum(weight) ${divisors}, 0)`
            : // A sum of whole numbers would be divided without a rest.
              sql`(sum(${value}) ${members})::float8 / nullif(count(*) ${divisors}, 0)`,
        ];
      }
      case 'quantiles':
        return [
          sql`count(${value}) ${members}`,
          sql`percentile_cont(array[0.5, 0.9]) within group (order by ${value}) ${members}`,
        ];
    }
  })();
  const mean = statistic === 'quantiles' ? sql`, ${named(id, 'mean')}, (avg(${value}) ${members})::float8` : sql``;
  return statistic === 'quantiles'
    ? sql`${named(id, 'n')}, ${n}, ${named(id, 'quantiles')}, ${result}${mean}`
    : sql`${named(id, 'n')}, ${n}, ${named(id, 'value')}, (${result})::float8`;
}

const named = (id: ReportMetricId, part: string): RawBuilder<string> => sql.lit(`${id}:${part}`);

/** All aggregates as one object, so that no name of a metric becomes a column. */
const figuresSql = (ids: readonly ReportMetricId[], workingTime: boolean, isWeighted = false): RawBuilder<Aggregated> =>
  sql`jsonb_build_object(${sql.join(ids.map((id) => aggregates(id, workingTime, isWeighted)))})`;

type Aggregated = Record<string, number | [number, number] | null>;

function figuresFrom(ids: readonly ReportMetricId[], row: Aggregated | undefined): Figure[] {
  return ids.map((metric) => {
    const n = Number(row?.[`${metric}:n`] ?? 0);
    const number = (part: string): number | null => {
      const found = row?.[`${metric}:${part}`];
      return n > 0 && typeof found === 'number' ? found : null;
    };
    if (reportMetric(metric).statistic !== 'quantiles') {
      const isCounted = reportMetric(metric).statistic === 'count';
      return { metric, value: isCounted ? n : number('value'), n };
    }
    const quantiles = row?.[`${metric}:quantiles`];
    const [value = null, p90 = null] = n > 0 && Array.isArray(quantiles) ? quantiles : [];
    return { metric, value, n, p90, mean: number('mean') };
  });
}

/** Groups metrics by what dates them: each group is one statement. */
const byInstant = (ids: readonly ReportMetricId[]): [ReportInstant, ReportMetricId[]][] => [
  ...Map.groupBy(ids, (id): ReportInstant => reportMetrics[id].datedBy),
];

const inOrder = (ids: readonly ReportMetricId[], figures: readonly Figure[]): Figure[] =>
  figures.toSorted((one, other) => ids.indexOf(one.metric) - ids.indexOf(other.metric));

/**
 * Returns the figures of the range, and those of each step of it; `starts` are the instants at which steps begin. One
 * statement at a time: a long range takes no more than a connection from those who write.
 */
export async function readFigures(
  db: Database,
  ids: readonly ReportMetricId[],
  scope: ReportScope,
  starts: readonly Date[] = [],
): Promise<{ total: Figure[]; steps: Figure[][] }> {
  const groups: { total: Figure[]; steps: Figure[][] }[] = [];
  for (const [instant, metrics] of byInstant(ids)) {
    const step = sql`width_bucket(${at(instant)}, ${starts}::timestamptz[]) as step`;
    const figures = sql<Aggregated>`${figuresSql(metrics, scope.workingTime)} as figures`;
    const { rows } = await sql<{ step: number | null; figures: Aggregated }>`${
      starts.length === 0
        ? sql`select null::int as step, ${figures} ${factsOf(instant, scope)}`
        : sql`select step, ${figures} from (select facts.*, ${step} ${factsOf(instant, scope)}) as facts
            group by grouping sets ((), (step))`
    }`.execute(db);
    const find = (position: number | null) => rows.find((row) => row.step === position)?.figures;
    groups.push({
      total: figuresFrom(metrics, find(null)),
      steps: starts.map((_, index) => figuresFrom(metrics, find(index + 1))),
    });
  }
  return {
    total: inOrder(
      ids,
      groups.flatMap(({ total }) => total),
    ),
    steps: starts.map((_, index) =>
      inOrder(
        ids,
        groups.flatMap(({ steps }) => steps[index] ?? []),
      ),
    ),
  };
}

/**
 * Returns the figures of each value of a slice: of the `limit` that have most, and of all others together. What a slice
 * doesn't divide is left out.
 */
export async function readSlices(
  db: Database,
  ids: readonly ReportMetricId[],
  scope: ReportScope,
  { sliced, limit }: { sliced: SliceOf; limit: number },
): Promise<{ key: string; figures: Figure[] }[]> {
  const groups = groupsOf(ids, sliced, scope);
  // Hardly any report has too many of them: counting them first would read all facts once more.
  if (!manyKeys.has(sliced.slice)) {
    const rows = await readRows(db, ids, groups, scope, undefined);
    if (rows.length <= limit) return rows;
  }
  return readRows(db, ids, groups, scope, await largestKeys(db, groups, scope, limit));
}

/** Slices that may have any number of values. */
const manyKeys: ReadonlySet<ReportSlice> = new Set<ReportSlice>(['tag', 'attribute', 'article']);

async function readRows(
  db: Database,
  ids: readonly ReportMetricId[],
  groups: ReturnType<typeof groupsOf>,
  scope: ReportScope,
  largest: readonly string[] | undefined,
): Promise<{ key: string; figures: Figure[] }[]> {
  const found: { metrics: ReportMetricId[]; rows: { key: string; figures: Aggregated }[] }[] = [];
  for (const { instant, metrics, key, join, weight } of groups) {
    const known = largest
      ? sql`case when ${key} = any(${largest}::text[]) then ${key} else ${sql.lit(othersKey)} end`
      : key;
    const { rows } = await sql<{ key: string; figures: Aggregated }>`
      select key, ${figuresSql(metrics, scope.workingTime, weight !== undefined)} as figures
      from (select facts.*, ${known} as key, ${weight ?? sql`1`} as weight ${factsOf(instant, scope, join)}) as facts
      group by key
    `.execute(db);
    found.push({ metrics, rows });
  }
  const keys = new Set(found.flatMap(({ rows }) => rows.map(({ key }) => key)));
  return [...keys].map((key) => ({
    key,
    figures: inOrder(
      ids,
      found.flatMap(({ metrics, rows }) => figuresFrom(metrics, rows.find((row) => row.key === key)?.figures)),
    ),
  }));
}

/** Returns the metrics that a slice divides, by what dates them. */
const groupsOf = (
  ids: readonly ReportMetricId[],
  sliced: SliceOf,
  { timeZone }: ReportScope,
): (Key & { instant: ReportInstant; metrics: ReportMetricId[] })[] =>
  byInstant(ids).flatMap(([instant, metrics]) => {
    const key = keyOf(sliced, instant, timeZone);
    return key ? [{ instant, metrics, ...key }] : [];
  });

/** Returns the keys with most facts if there are more than `limit`, else undefined. */
async function largestKeys(
  db: Database,
  groups: readonly (Key & { instant: ReportInstant })[],
  scope: ReportScope,
  limit: number,
): Promise<string[] | undefined> {
  if (groups.length === 0) return undefined;
  const parts = groups.map(
    ({ instant, key, join }) => sql`select ${key} as key, count(*) as n ${factsOf(instant, scope, join)} group by 1`,
  );
  const { rows } = await sql<{ key: string }>`
    select key from (${sql.join(parts, sql` union all `)}) as counted
    group by key order by sum(n) desc, key limit ${limit + 1}
  `.execute(db);
  return rows.length > limit ? rows.slice(0, limit).map(({ key }) => key) : undefined;
}

/** Returns the number of what a metric measures by weekday and hour, those with any. */
export async function readHeat(
  db: Database,
  id: ReportMetricId,
  scope: ReportScope,
): Promise<{ weekday: number; hour: number; n: number }[]> {
  const instant = reportMetrics[id].datedBy;
  // Clocks differ by multiples of a quarter of an hour, and few of these have to be converted.
  const { rows } = await sql<{ weekday: number; hour: number; n: number }>`
    select extract(isodow from local)::int as weekday, extract(hour from local)::int as hour, sum(n)::int as n
    from (
      select date_bin('15 minutes', ${at(instant)}, '2000-01-01 00:00:00+00') as quarter, count(*) as n
      ${factsOf(instant, scope)} and ${memberOf(id)} group by 1
    ) as quarters cross join lateral (select quarter at time zone ${sql.lit(scope.timeZone)} as local) as clock
    group by 1, 2 order by 1, 2
  `.execute(db);
  return rows;
}

/** Part of a figure: of a row of a report with these metrics, a weekday or an hour. */
export interface FigurePart {
  row?: { ids: readonly ReportMetricId[]; sliced: SliceOf; key: string; limit: number } | undefined;
  weekday?: number | undefined;
  hour?: number | undefined;
}

export interface Measured {
  conversationId: string;
  at: Date;
  value: number;
  /** Distinguishes several of one conversation. */
  no: number;
  /** Words of the customer, of ratings. */
  comment: string | null;
}

export type MeasuredPosition = Omit<Measured, 'comment'>;

const numbers: Record<ReportSubject, RawBuilder<number>> = {
  conversation: sql`0`,
  answer: sql`seq`,
  closing: sql`activity_no`,
  promise: sql`extract(epoch from given_at)::int`,
  rating: sql`closing_no`,
  review: sql`no`,
  mark: sql`no`,
  estimate: sql`no`,
  compared_mark: sql`no`,
  article_vote: sql`0`,
};

/** Directions of the orders; those by value come first by it, then by time. */
const orders: Record<
  ReportedOrder,
  { direction: RawBuilder<unknown>; comparison: RawBuilder<unknown>; isByValue: boolean }
> = {
  newest: { direction: sql`desc`, comparison: sql`<`, isByValue: false },
  oldest: { direction: sql`asc`, comparison: sql`>`, isByValue: false },
  highest: { direction: sql`desc`, comparison: sql`<`, isByValue: true },
  lowest: { direction: sql`asc`, comparison: sql`>`, isByValue: true },
};

/** Returns what a figure counts in an order; starts behind `after`. */
export async function readMeasured(
  db: Database,
  id: ReportMetricId,
  scope: ReportScope,
  {
    part,
    order = 'newest',
    after,
    limit,
  }: { part: FigurePart; order?: ReportedOrder | undefined; after?: MeasuredPosition | undefined; limit: number },
): Promise<Measured[]> {
  const instant = reportMetrics[id].datedBy;
  const no = numbers[subjectsOf(instant)];
  const key = part.row && keyOf(part.row.sliced, instant, scope.timeZone);
  if (part.row && !key) return [];
  const { direction, comparison, isByValue } = orders[order];
  const value = sql`(${valueOf(id, scope.workingTime)})::float8`;
  const place = [...(isByValue ? [value] : []), at(instant), sql`conversation_id`, no];
  const conditions = [
    memberOf(id),
    ...(isByValue ? [sql`${value} is not null`] : []),
    ...(part.row ? [await isInRow(db, part.row, scope)] : []),
    ...(part.weekday === undefined ? [] : [sql`${weekdayOf(instant, scope.timeZone)} = ${part.weekday}`]),
    ...(part.hour === undefined ? [] : [sql`${hourOf(instant, scope.timeZone)} = ${part.hour}`]),
    ...(after
      ? [
          sql`(${sql.join(place)}) ${comparison} (${isByValue ? sql`${after.value}::float8,` : sql``}
            ${after.at}::timestamptz, ${after.conversationId}::uuid, ${after.no}::int)`,
        ]
      : []),
  ];
  const { rows } = await sql<Measured>`
    select conversation_id, ${at(instant)} as at, ${value} as value, ${no} as no,
      ${subjectsOf(instant) === 'rating' ? sql`nullif(comment, '')` : sql`null`} as comment
    from (select facts.*, ${key?.key ?? sql`null`} as key ${factsOf(instant, scope, key?.join)}) as facts
    where ${sql.join(conditions, sql` and `)}
    order by ${isByValue ? sql`3 ${direction},` : sql``} 2 ${direction}, 1 ${direction}, 4 ${direction} limit ${limit}
  `.execute(db);
  return rows;
}

async function isInRow(
  db: Database,
  { ids, sliced, key, limit }: NonNullable<FigurePart['row']>,
  scope: ReportScope,
): Promise<RawBuilder<boolean>> {
  if (key !== othersKey) return sql`key = ${key}`;
  const largest = await largestKeys(db, groupsOf(ids, sliced, scope), scope, limit);
  return largest ? sql`key <> all(${largest}::text[])` : sql`false`;
}
