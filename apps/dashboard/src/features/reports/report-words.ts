/** Figures, rows and days of reports in the user's language. */
import { conversationChannels } from '@parley/contracts/channels/list';
import { englishOf } from '@parley/contracts/i18n/server-texts';
import {
  assistantKey,
  noneKey,
  othersKey,
  type ReportMetricId,
  reportMetric,
  type ReportSlice,
  type ReportStep,
  uncertainBelow,
} from '@parley/contracts/reports/reports';
import type { Report, ReportFigure } from '@parley/contracts/routes/reports';
import { weekdays } from '@parley/contracts/settings/settings';
import { inDollars } from '../../domain/rehearsal/money.ts';
import { weekdayName } from '../../forms/weekday-name.ts';
import { reportWords } from '../../i18n/en/reports.ts';
import { reviewWords } from '../../i18n/en/reviews.ts';
import { locale } from '../../i18n/language.ts';
import { t } from '../../i18n/server-text.ts';
import { calendarDate, timeSpan } from '../../ui/times.ts';
import type { RangeName } from './range.ts';

/** Stands in for a number that isn't measured. */
export const nothing = '–';

const inNumbers = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(locale(), options).format(value);

/** Returns a value in the unit of its metric. */
export function valueWords(metric: ReportMetricId, value: number | null | undefined): string {
  if (value === null || value === undefined) return nothing;
  switch (reportMetric(metric).unit) {
    case 'count':
      return inNumbers(value);
    case 'seconds':
      return timeSpan(value);
    case 'share':
      return inNumbers(value, { style: 'percent', maximumFractionDigits: 1 });
    case 'money':
      return inDollars(value);
    case 'score':
      return inNumbers(value, { maximumFractionDigits: 2 });
  }
}

/** Whether so few were measured that the figure may be chance. Numbers and sums are exact however few. */
export const isUncertain = ({ metric, n }: Pick<ReportFigure, 'metric' | 'n'>): boolean =>
  !['count', 'sum'].includes(reportMetric(metric).statistic) && n > 0 && n < uncertainBelow;

export interface Change {
  words: string;
  /** Null where neither direction is good. */
  isGood: boolean | null;
}

/** Returns how a figure differs from the range before; null without anything to compare with. */
export function changeOf({ metric, value, before }: ReportFigure): Change | null {
  const was = before?.value;
  if (value === null || was === null || was === undefined) return null;
  const { unit, isBetterHigh } = reportMetric(metric);
  const difference = value - was;
  const isGood = isBetterHigh === undefined || difference === 0 ? null : difference > 0 === isBetterHigh;
  const signed = { signDisplay: 'exceptZero', maximumFractionDigits: 1 } as const;
  if (unit === 'share')
    return { isGood, words: reportWords('points', { number: inNumbers(difference * 100, signed) }) };
  if (unit === 'score') return { isGood, words: inNumbers(difference, signed) };
  if (was === 0) return null;
  const percent = { ...signed, style: 'percent', maximumFractionDigits: 0 } as const;
  return { isGood: Math.abs(difference / was) < 0.005 ? null : isGood, words: inNumbers(difference / was, percent) };
}

/** Returns the figure of a metric among those of a row, a day or the whole. */
export const figureOf = (figures: readonly ReportFigure[], metric: ReportMetricId): ReportFigure | undefined =>
  figures.find((figure) => figure.metric === metric);

/** Names hours `14:00` or `2:00 PM`. */
export function hourName(hour: number): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone: 'UTC' }).format(hour * 3_600_000);
}

/** Names a weekday, of which 1 is Monday. */
export const dayOfWeek = (weekday: number): string => {
  const day = weekdays[weekday - 1];
  return day ? weekdayName(day) : String(weekday);
};

/** Returns the date of a step: a day, the week that begins on it, or its month. */
export function stepWords(step: ReportStep, date: string): string {
  if (step !== 'month') return calendarDate(date);
  return new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(date));
}

/** Returns a date for the axis of a chart. */
export function shortStepWords(step: ReportStep, date: string): string {
  const parts =
    step === 'month' ? ({ month: 'short', year: '2-digit' } as const) : ({ day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat(locale(), { ...parts, timeZone: 'UTC' }).format(new Date(date));
}

/** Returns the days of a range; one day alone for a range of one. */
export const rangeWords = ({ from, to }: { from: string; to: string }): string =>
  from === to ? calendarDate(from) : reportWords('dayRange', { from: calendarDate(from), to: calendarDate(to) });

const steps: Partial<Record<ReportSlice, ReportStep>> = { day: 'day', week: 'week', month: 'month' };

/** Names a row: with its label, or by what its key is. */
export function rowName(slice: ReportSlice, { key, label }: Pick<Report['rows'][number], 'key' | 'label'>): string {
  if (key === noneKey) return reportWords('none');
  if (key === othersKey) return reportWords('others');
  if (slice === 'person' && key === assistantKey) return reportWords('assistant');
  if (label !== null) return label;
  if (slice === 'hour') return hourName(Number(key));
  if (slice === 'weekday') return dayOfWeek(Number(key));
  const step = steps[slice];
  if (step) return stepWords(step, key);
  if (slice === 'channel') return conversationChannels.find(({ id }) => id === key)?.name ?? key;
  if (slice === 'hand_off_reason') {
    if (key === 'other') return reportWords('otherReason');
    const reason = { code: key, values: {} };
    // Its numbers and names differ from one conversation to the next.
    return t(reason, englishOf(reason)).replaceAll(/\{\w+\}/g, '…');
  }
  return slice === 'attribute' ? key : reportWords('unnamed');
}

/** Names of the ranges, in the order of the menu. */
export const rangeLabels: Record<RangeName, () => string> = {
  today: () => reportWords('today'),
  yesterday: () => reportWords('yesterday'),
  this_week: () => reportWords('this_week'),
  last_week: () => reportWords('last_week'),
  this_month: () => reportWords('this_month'),
  last_month: () => reportWords('last_month'),
  last_7_days: () => reportWords('last_7_days'),
  last_30_days: () => reportWords('last_30_days'),
  last_90_days: () => reportWords('last_90_days'),
  last_12_months: () => reportWords('last_12_months'),
};

/** Names the ways to break a report down. */
export const sliceWords: Record<ReportSlice, () => string> = {
  website: () => reportWords('byWebsite'),
  channel: () => reportWords('byChannel'),
  team: () => reportWords('byTeam'),
  person: () => reportWords('byPerson'),
  tag: () => reportWords('byTag'),
  attribute: () => reportWords('byAttribute'),
  scorecard: () => reviewWords('scorecard'),
  criterion: () => reportWords('byCriterion'),
  hand_off_reason: () => reportWords('byHandOffReason'),
  article: () => reportWords('byArticle'),
  hour: () => reportWords('hour'),
  weekday: () => reportWords('weekday'),
  day: () => reportWords('day'),
  week: () => reportWords('week'),
  month: () => reportWords('month'),
};
