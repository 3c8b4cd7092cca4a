import * as Type from 'typebox';
import { Conversation } from '../entities.ts';
import { filterTextMax } from '../filter/filter.ts';
import { reportDaysMax, reportedPerPageMax, reportRowsMax } from '../reports/limits.ts';
import {
  reportIds,
  reportMetricIds,
  reportedOrders,
  reportRows,
  reportSlices,
  reportSteps,
} from '../reports/reports.ts';
import { attributePattern } from '../reports/saved.ts';
import { route } from '../route.ts';
import { Defaulted, Described, Nullable, OneOf, PageLimit, Strict, Timestamp } from '../schema.ts';

const tag = { name: 'Reports', description: 'Figures over conversations, each with the conversations behind it.' };

/** Day of the report's time zone. */
const LocalDate = Type.String({ format: 'date', examples: ['2026-11-02'] });

const params = Strict({ report: OneOf(reportIds, { description: 'Which report.' }) });

const days = {
  from: Described(LocalDate, 'First day, in the time zone of the report.'),
  to: Described(LocalDate, `Last day; at most ${reportDaysMax} days in all.`),
  timeZone: Type.Optional(
    Type.String({ maxLength: 60, description: 'IANA time zone; that of the business hours without it.' }),
  ),
};
const filter = Type.Optional(Type.String({ maxLength: filterTextMax, description: 'A Filter as JSON' }));

/** Parameters of both routes: the same query has the figures and the conversations behind them. */
const query = {
  ...days,
  workingTime: Defaulted(
    Type.Boolean({ description: 'Durations in the working time of the schedule that applies, not by the clock.' }),
    false,
  ),
  filter,
  slice: Type.Optional(Described(OneOf(reportSlices), 'What the rows are.')),
  attribute: Type.Optional(
    Type.String({
      maxLength: 60,
      pattern: attributePattern,
      description: 'The attribute of the slice `attribute`, such as `contact.plan`.',
    }),
  ),
};

const value = {
  /** Null if nothing was measured. The median for quantiles. */
  value: Nullable(Type.Number()),
  /** Number of measured values. */
  n: Type.Integer({ minimum: 0 }),
  /** Nine of ten values are at most this; only of quantiles. */
  p90: Type.Optional(Nullable(Type.Number())),
  /** Average; only of quantiles. */
  mean: Type.Optional(Nullable(Type.Number())),
};
export const ReportFigure = Type.Object(
  {
    metric: OneOf(reportMetricIds),
    ...value,
    /** Same metric in the range before, where the request compares. */
    before: Type.Optional(Type.Object(value)),
  },
  { $id: 'ReportFigure' },
);
export type ReportFigure = Type.Static<typeof ReportFigure>;
const Figures = Type.Array(ReportFigure);

const ReportRange = Type.Object({
  from: LocalDate,
  to: LocalDate,
  /** Instant at which the first day begins. */
  start: Timestamp,
  /** Instant at which the last day ends. */
  end: Timestamp,
});
export type ReportRange = Type.Static<typeof ReportRange>;

export const Report = Type.Object(
  {
    report: OneOf(reportIds),
    range: ReportRange,
    /** Range of the same length before it; null if the request doesn't compare. */
    before: Nullable(ReportRange),
    timeZone: Type.String({ examples: ['Europe/Vienna'] }),
    workingTime: Type.Boolean(),
    /** True if it covers only what the caller did themselves. */
    isOwn: Type.Boolean(),
    figures: Figures,
    step: OneOf(reportSteps),
    /** Oldest first, without gaps; `date` is the first day of the step. */
    series: Type.Array(Type.Object({ date: LocalDate, figures: Figures })),
    /** Null without a slice. */
    slice: Nullable(OneOf(reportSlices)),
    /**
     * The largest first, or in their order for times, at most 200. `key` is an id, a value, a day, an hour (`0` to
     * `23`), a weekday (`1` is Monday), `none` or `others`; `label` is its name where it has one.
     */
    rows: Type.Array(Type.Object({ key: Type.String(), label: Nullable(Type.String()), figures: Figures }), {
      maxItems: reportRowsMax + 1,
    }),
    /** Number of measured values of the report's first metric by weekday (1 is Monday) and hour; those with any. */
    heat: Type.Array(
      Type.Object({
        weekday: Type.Integer({ minimum: 1, maximum: 7 }),
        hour: Type.Integer({ minimum: 0, maximum: 23 }),
        n: Type.Integer({ minimum: 1 }),
      }),
    ),
  },
  { $id: 'Report' },
);
export type Report = Type.Static<typeof Report>;

export const getReport = route({
  method: 'GET',
  path: '/api/reports/:report',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'Get the figures of a report; without `reports.read` those of the caller’s own work',
  params,
  query: Strict({
    ...query,
    compare: Defaulted(Type.Boolean({ description: 'Adds the range of the same length before it.' }), false),
  }),
  responses: { 200: Report },
});

export const ReportedConversation = Type.Object(
  {
    conversation: Conversation,
    /** Instant by which it is counted. */
    at: Timestamp,
    /** The value that the figure counts: 1 of a count, the score of a rating, 1 or 0 of a share, else in the metric's unit. */
    value: Type.Number(),
    /** Words of the customer with their rating; absent for others. */
    comment: Type.Optional(Type.String()),
  },
  { $id: 'ReportedConversation' },
);
export type ReportedConversation = Type.Static<typeof ReportedConversation>;

export const listReported = route({
  method: 'GET',
  path: '/api/reports/:report/conversations',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary:
    'List what a figure counts with its conversations, newest first by default: one that counts several times is listed as often; the Link header has the next page',
  params,
  query: Strict({
    ...query,
    metric: Described(OneOf(reportMetricIds), 'Metric of the figure.'),
    key: Type.Optional(
      Type.String({ maxLength: 200, description: 'Key of a row: only what is in it; together with `slice`.' }),
    ),
    date: Type.Optional(Described(LocalDate, 'Date of the series: only what is in this step.')),
    weekday: Type.Optional(Type.Integer({ minimum: 1, maximum: 7, description: 'Only this weekday; 1 is Monday.' })),
    hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23, description: 'Only this hour of the day.' })),
    order: Defaulted(
      OneOf(reportedOrders, { description: 'By time, or by value, of which times, scores and shares have one.' }),
      'newest',
    ),
    limit: PageLimit(reportedPerPageMax),
    cursor: Type.Optional(Type.String({ maxLength: 200, description: 'As in the Link header of the page before.' })),
  }),
  responses: { 200: Type.Array(ReportedConversation) },
});

export const downloadReportRows = route({
  method: 'GET',
  path: '/api/report-rows/:rows',
  access: 'staff',
  permission: 'reports.read',
  tag,
  summary:
    'Download a row with times and numbers for each conversation that was opened in a range, or each of its messages, streamed; texts are not in it',
  params: Strict({ rows: OneOf(reportRows, { description: 'What the rows are.' }) }),
  query: Strict({
    ...days,
    filter,
    format: Defaulted(OneOf(['csv', 'json'], { description: 'CSV, or an array of objects.' }), 'csv'),
  }),
  responses: { 200: Type.Unknown() },
  raw: true,
});
