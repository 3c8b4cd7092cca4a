/** Figures and names of reports in the language of the dashboard. */
import {
  type Change,
  changeOf as changeIn,
  hourName as hourNameIn,
  nameOfRow,
  type ReportLanguage,
  sliceText,
  stepName,
  valueText,
  weekdayOf,
} from '@parley/contracts/reports/figures';
import type { RangeName } from '@parley/contracts/reports/ranges';
import type { ReportMetricId, ReportSlice, ReportStep } from '@parley/contracts/reports/reports';
import type { Report, ReportFigure } from '@parley/contracts/routes/reports';
import { englishOf } from '@parley/contracts/i18n/server-texts';
import { metricWords } from '../../i18n/en/metrics.ts';
import { reportWords } from '../../i18n/en/reports.ts';
import { language, locale } from '../../i18n/language.ts';
import { t } from '../../i18n/server-text.ts';
import { calendarDate } from '../../ui/times.ts';

/** Returns the language of the dashboard, for reports. */
export const reportLanguage = (): ReportLanguage => ({
  language: language(),
  locale: locale(),
  words: (key) => reportWords(key),
  metric: metricWords,
  points: (number, count) => reportWords('points', { number, count }),
  date: calendarDate,
  reason: (code) => t({ code, values: {} }, englishOf({ code, values: {} })),
});

/** Returns a value in the unit of its metric. */
export const valueWords = (metric: ReportMetricId, value: number | null | undefined): string =>
  valueText(metric, value, locale());

/** Returns how a figure differs from the range before; null without anything to compare with. */
export const changeOf = (figure: ReportFigure): Change | null => changeIn(figure, reportLanguage());

/** Returns the figure of a metric among those of a row, a day or the whole. */
export const figureOf = (figures: readonly ReportFigure[], metric: ReportMetricId): ReportFigure | undefined =>
  figures.find((figure) => figure.metric === metric);

/** Names hours `14:00` or `2:00 PM`. */
export const hourName = (hour: number): string => hourNameIn(hour, locale());

/** Names a weekday, of which 1 is Monday. */
export const dayOfWeek = (weekday: number): string => weekdayOf(weekday, locale());

/** Returns the date of a step: a day, the week that begins on it, or its month. */
export const stepWords = (step: ReportStep, date: string): string => stepName(step, date, reportLanguage());

/** Returns a date for the axis of a chart. */
export function shortStepWords(step: ReportStep, date: string): string {
  const parts =
    step === 'month' ? ({ month: 'short', year: '2-digit' } as const) : ({ day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat(locale(), { ...parts, timeZone: 'UTC' }).format(new Date(date));
}

/** Returns the days of a range; one day alone for a range of one. */
export const rangeWords = ({ from, to }: { from: string; to: string }): string =>
  from === to ? calendarDate(from) : reportWords('dayRange', { from: calendarDate(from), to: calendarDate(to) });

/** Names a row: with its label, or by what its key is. */
export const rowName = (slice: ReportSlice, row: Pick<Report['rows'][number], 'key' | 'label'>): string =>
  nameOfRow(slice, row, reportLanguage());

/** Names a range. */
export const rangeLabel = (range: RangeName): string => reportWords(range);

/** Names a way to break a report down. */
export const sliceWords = (slice: ReportSlice): string => reportWords(sliceText(slice));
