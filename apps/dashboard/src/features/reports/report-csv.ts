import { metricsOf, reportMetric, type ReportMetricId } from '@parley/contracts/reports/reports';
import type { Report, ReportFigure } from '@parley/contracts/routes/reports';
import { metricWords } from '../../i18n/en/metrics.ts';
import { reportWords } from '../../i18n/en/reports.ts';
import { figureOf, rowName, sliceWords, stepWords } from './report-words.ts';

/** Returns a cell; spreadsheets take text that begins so for a formula, which an apostrophe prevents. */
const cell = (content: string | number | null): string => {
  const text = typeof content === 'string' && /^[=+\-@\t\r]/.test(content) ? `'${content}` : String(content ?? '');
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const line = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Heads of the columns of a metric. */
const headsOf = (metric: ReportMetricId): string[] => {
  const name = metricWords(metric);
  if (reportMetric(metric).statistic !== 'quantiles') return [name, `${name}: ${reportWords('nName')}`];
  return ['median', 'p90Name', 'meanName', 'nName'].map((part) => `${name}: ${reportWords(part as 'median')}`);
};

const cellsOf = (metric: ReportMetricId, figures: readonly ReportFigure[]): (number | null)[] => {
  const { value, p90, mean, n } = figureOf(figures, metric) ?? { value: null, n: 0 };
  return reportMetric(metric).statistic === 'quantiles' ? [value, p90 ?? null, mean ?? null, n] : [value, n];
};

/** Returns what a report shows as CSV: the whole range, then each row, then each step. Times are in seconds. */
export function reportCsv(report: Report): string {
  const metrics = metricsOf(report.report);
  const { slice, step, range } = report;
  const figures = (all: readonly ReportFigure[]) => metrics.flatMap((metric) => cellsOf(metric, all));
  const heads = metrics.flatMap(headsOf);
  return [
    line([reportWords('range'), ...heads]),
    line([`${range.from}/${range.to}`, ...figures(report.figures)]),
    ...(slice ? [line([sliceWords[slice](), ...heads])] : []),
    ...(slice ? report.rows.map((row) => line([rowName(slice, row), ...figures(row.figures)])) : []),
    line([reportWords(step), ...heads]),
    ...report.series.map((each) => line([stepWords(step, each.date), ...figures(each.figures)])),
  ].join('');
}
