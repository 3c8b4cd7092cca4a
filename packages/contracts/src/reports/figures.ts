/** Writes figures and names of rows in a language, for the dashboard and for mails. */
import { channelName } from '../channels/channel-name.ts';
import type { reports } from '../i18n/report-words/en.ts';
import type { Report, ReportFigure } from '../routes/reports.ts';
import type { Language } from '../text/languages.ts';
import { inDollars } from '../text/money.ts';
import { timeSpan } from '../text/time-span.ts';
import {
  assistantKey,
  noneKey,
  othersKey,
  reportMetric,
  type ReportMetricId,
  type ReportSlice,
  type ReportStep,
  uncertainBelow,
} from './reports.ts';

type ReportText = Exclude<keyof typeof reports, 'points' | 'dayRange'>;

/** Language that a report is written in. */
export interface ReportLanguage {
  language: Language;
  locale: string;
  words: (key: ReportText) => string;
  metric: (id: ReportMetricId) => string;
  /** Returns percentage points, written as a number, of which there are `count`. */
  points: (number: string, count: number) => string;
  /** Returns a date of a calendar, `2026-11-02`. */
  date: (date: string) => string;
  /** Returns a reason for a hand-off. */
  reason: (code: string) => string;
}

/** Stands in for a number that isn't measured. */
export const nothing = '–';

/** Returns a value in the unit of its metric. */
export function valueText(metric: ReportMetricId, value: number | null | undefined, locale: string): string {
  if (value === null || value === undefined) return nothing;
  const inNumbers = (options: Intl.NumberFormatOptions = {}) => new Intl.NumberFormat(locale, options).format(value);
  switch (reportMetric(metric).unit) {
    case 'count':
      return inNumbers({ maximumFractionDigits: 1 });
    case 'seconds':
      return timeSpan(value, locale);
    case 'share':
      return inNumbers({ style: 'percent', maximumFractionDigits: 1 });
    case 'money':
      return inDollars(value, locale);
    case 'score':
      return inNumbers({ maximumFractionDigits: 2 });
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
export function changeOf(
  { metric, value, before }: ReportFigure,
  { locale, points }: Pick<ReportLanguage, 'locale' | 'points'>,
): Change | null {
  const was = before?.value;
  if (value === null || was === null || was === undefined) return null;
  const { unit, isBetterHigh } = reportMetric(metric);
  const difference = value - was;
  const isGood = isBetterHigh === undefined || difference === 0 ? null : difference > 0 === isBetterHigh;
  const signed = { signDisplay: 'exceptZero', maximumFractionDigits: 1 } as const;
  const inNumbers = (number: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, options).format(number);
  if (unit === 'share') {
    const inPoints = Math.round(difference * 1_000) / 10;
    return { isGood, words: points(inNumbers(inPoints, signed), Math.abs(inPoints)) };
  }
  if (unit === 'score') return { isGood, words: inNumbers(difference, signed) };
  if (was === 0) return null;
  const percent = { ...signed, style: 'percent', maximumFractionDigits: 0 } as const;
  return { isGood: Math.abs(difference / was) < 0.005 ? null : isGood, words: inNumbers(difference / was, percent) };
}

/** Names hours `14:00` or `2:00 PM`. */
export const hourName = (hour: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(hour * 3_600_000);

/** Names a weekday, of which 1 is Monday. */
export const weekdayOf = (weekday: number, locale: string): string =>
  // The first of January 2024 was a Monday.
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, weekday)));

/** Returns the date of a step: a day, the week that begins on it, or its month. */
export function stepName(step: ReportStep, date: string, { locale, date: dateName }: ReportLanguage): string {
  if (step !== 'month') return dateName(date);
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(date));
}

const steps: Partial<Record<ReportSlice, ReportStep>> = { day: 'day', week: 'week', month: 'month' };

/** Names a row: with its label, or by what its key is. */
export function nameOfRow(
  slice: ReportSlice,
  { key, label }: Pick<Report['rows'][number], 'key' | 'label'>,
  language: ReportLanguage,
): string {
  const { words, locale } = language;
  if (key === noneKey) return words('none');
  if (key === othersKey) return words('others');
  if (slice === 'person' && key === assistantKey) return words('assistant');
  if (label !== null) return label;
  if (slice === 'hour') return hourName(Number(key), locale);
  if (slice === 'weekday') return weekdayOf(Number(key), locale);
  const step = steps[slice];
  if (step) return stepName(step, key, language);
  if (slice === 'channel') return channelName(key, language.language);
  // Its numbers and names differ from one conversation to the next.
  if (slice === 'hand_off_reason')
    return key === 'other' ? words('otherReason') : language.reason(key).replaceAll(/\{\w+\}/g, '…');
  return slice === 'attribute' ? key : words('unnamed');
}

const slices = {
  website: 'byWebsite',
  channel: 'byChannel',
  team: 'byTeam',
  person: 'byPerson',
  tag: 'byTag',
  topic: 'byTopic',
  attribute: 'byAttribute',
  scorecard: 'byScorecard',
  criterion: 'byCriterion',
  hand_off_reason: 'byHandOffReason',
  article: 'byArticle',
  hour: 'hour',
  weekday: 'weekday',
  day: 'day',
  week: 'week',
  month: 'month',
} as const satisfies Record<ReportSlice, ReportText>;

/** Returns the key of the name of a slice. */
export const sliceText = (slice: ReportSlice): ReportText => slices[slice];
