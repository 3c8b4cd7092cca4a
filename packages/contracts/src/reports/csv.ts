/** Writes what a report shows as CSV. */
import type { Report, ReportFigure } from '../routes/reports.ts';
import { nameOfRow, type ReportLanguage, sliceText, stepName } from './figures.ts';
import { metricsOf, reportMetric, type ReportMetricId } from './reports.ts';

/** Returns a cell; spreadsheets take text that begins so for a formula, which an apostrophe prevents. */
const cell = (content: string | number | null): string => {
  const text = typeof content === 'string' && /^[=+\-@\t\r]/.test(content) ? `'${content}` : String(content ?? '');
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const line = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Heads of the columns of a metric. */
const headsOf = (id: ReportMetricId, { metric, words }: ReportLanguage): string[] => {
  const name = metric(id);
  if (reportMetric(id).statistic !== 'quantiles') return [name, `${name}: ${words('nName')}`];
  return (['median', 'p90Name', 'meanName', 'nName'] as const).map((part) => `${name}: ${words(part)}`);
};

const cellsOf = (id: ReportMetricId, figures: readonly ReportFigure[]): (number | null)[] => {
  const { value, p90, mean, n } = figures.find(({ metric }) => metric === id) ?? { value: null, n: 0 };
  return reportMetric(id).statistic === 'quantiles' ? [value, p90 ?? null, mean ?? null, n] : [value, n];
};

/** Returns what a report shows as CSV: the whole range, then each row, then each step. Times are in seconds. */
export function reportCsv(report: Report, language: ReportLanguage): string {
  const metrics = metricsOf(report.report);
  const { slice, step, range } = report;
  const { words } = language;
  const figures = (all: readonly ReportFigure[]) => metrics.flatMap((metric) => cellsOf(metric, all));
  const heads = metrics.flatMap((metric) => headsOf(metric, language));
  return [
    line([words('range'), ...heads]),
    line([`${range.from}/${range.to}`, ...figures(report.figures)]),
    ...(slice ? [line([words(sliceText(slice)), ...heads])] : []),
    ...(slice ? report.rows.map((row) => line([nameOfRow(slice, row, language), ...figures(row.figures)])) : []),
    line([words(step), ...heads]),
    ...report.series.map((each) => line([stepName(step, each.date, language), ...figures(each.figures)])),
  ].join('');
}

/** Returns the file of a report, which a spreadsheet recognises as UTF-8 by its first character. */
export const reportCsvFile = (report: Report, language: ReportLanguage): { name: string; content: string } => ({
  name: `${report.report}-${report.range.from}-${report.range.to}.csv`,
  content: `\ufeff${reportCsv(report, language)}`,
});
