/** Saved reports: a report with its range, filter and breakdown under a name, and when it is mailed to whom. */
import * as Type from 'typebox';
import { Filter } from '../filter/filter.ts';
import { dateAt, dayMs, instantAt } from '../schedules/time-zones.ts';
import { Id, Nullable, OneOf, Strict, Timestamp } from '../schema.ts';
import { savedRecipientsMax } from './limits.ts';
import { addDays, monday, type RangeName, rangeNames } from './ranges.ts';
import { reportIds, reportMetricIds, reportSlices } from './reports.ts';

const LocalDate = Type.String({ format: 'date', examples: ['2026-11-02'] });

/** Field of an attribute, such as `contact.plan`. */
export const attributePattern = '^(conversation|contact|company)\\.[a-z][a-z0-9_]*$';

/** Range, filter and breakdown of a report. A named range moves on: `last_week` is another week each week. */
export const ReportSelection = Strict({
  range: Type.Union([OneOf(rangeNames), Strict({ from: LocalDate, to: LocalDate })]),
  isCompared: Type.Boolean(),
  isInWorkingTime: Type.Boolean(),
  hasAverages: Type.Boolean(),
  filter: Nullable(Filter),
  slice: OneOf(reportSlices),
  /** Attribute of the slice `attribute`. */
  attribute: Nullable(Type.String({ maxLength: 60, pattern: attributePattern, examples: ['contact.plan'] })),
  /** Metric of the chart. */
  shown: Nullable(OneOf(reportMetricIds)),
});
export type ReportSelection = Type.Static<typeof ReportSelection>;

/** Users who see a saved report: its owner, or all who may read reports. */
export const reportAudiences = ['me', 'all'] as const;
export type ReportAudience = (typeof reportAudiences)[number];

export const mailIntervals = ['day', 'week', 'month'] as const;
export type MailInterval = (typeof mailIntervals)[number];

export const ReportSchedule = Strict({
  every: OneOf(mailIntervals),
  /** Day of weekly mails; 1 is Monday. */
  weekday: Type.Integer({ minimum: 1, maximum: 7 }),
  /** Day of monthly mails; the last one of a shorter month. */
  day: Type.Integer({ minimum: 1, maximum: 31 }),
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  timeZone: Type.String({ maxLength: 60, examples: ['Europe/Vienna'] }),
  /** Users; each gets the figures of the conversations that they may see. */
  recipients: Type.Array(Id, { minItems: 1, maxItems: savedRecipientsMax, uniqueItems: true }),
  hasCsv: Type.Boolean(),
  isPaused: Type.Boolean(),
});
export type ReportSchedule = Type.Static<typeof ReportSchedule>;

/** Reasons why a recipient gets no mails, of which the owner is notified. */
export const unsentReasons = ['not_permitted', 'deactivated', 'failed'] as const;
export type UnsentReason = (typeof unsentReasons)[number];

/** Adds to these that the recipient ended the mails. */
export const mailProblems = ['stopped', ...unsentReasons] as const;
export type MailProblem = (typeof mailProblems)[number];

export const SavedReport = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Shop, last week'] }),
    report: OneOf(reportIds),
    selection: ReportSelection,
    audience: OneOf(reportAudiences),
    ownerId: Id,
    /** Null if it isn't mailed. */
    schedule: Nullable(ReportSchedule),
    /** Time of the next mails. */
    nextAt: Nullable(Timestamp),
    /** Recipients who get no mails, and why. */
    problems: Type.Array(Type.Object({ userId: Id, problem: OneOf(mailProblems) })),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'SavedReport' },
);
export type SavedReport = Type.Static<typeof SavedReport>;

/** Range of mails that are sent at an interval. */
export const usualMailRange: Record<MailInterval, RangeName> = {
  day: 'yesterday',
  week: 'last_week',
  month: 'last_month',
};

const daysOfMonth = (date: string): number =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate();

function isMailDay({ every, weekday, day }: ReportSchedule, date: string): boolean {
  if (every === 'day') return true;
  if (every === 'week') return addDays(monday(date), weekday - 1) === date;
  return Math.min(day, daysOfMonth(date)) === Number(date.slice(8));
}

/** No two mail days are further apart. */
const daysApartMax = 62;

/**
 * Returns the first time for mails after an instant. An hour that the clock skips is the moment of the change, of one
 * that it repeats the first counts.
 */
export function nextMailAt(schedule: ReportSchedule, after: Date): Date {
  const { timeZone, hour } = schedule;
  const today = dateAt(timeZone, after);
  for (let days = 0; days <= daysApartMax; days += 1) {
    const date = addDays(today, days);
    const at = instantAt(timeZone, Date.parse(date) + (hour * dayMs) / 24);
    if (isMailDay(schedule, date) && at > after.getTime()) return new Date(at);
  }
  throw new RangeError(`no day for ${schedule.every}`);
}

/** Names the day, week or month of a mail, of which nobody gets two. */
export function mailPeriod({ every, timeZone }: ReportSchedule, at: Date): string {
  const date = dateAt(timeZone, at);
  if (every === 'month') return date.slice(0, 7);
  return every === 'week' ? `week of ${monday(date)}` : date;
}
