/** Writes the mail of a report in the language of its recipient. */
import { reportMailTexts } from '@parley/contracts/i18n/catalogues/report-mails';
import { handOffReasonTexts, metricTexts, reportTexts } from '@parley/contracts/i18n/catalogues/reports';
import { mailTexts } from '@parley/contracts/i18n/catalogues/mails';
import type { Messages } from '@parley/contracts/i18n/messages';
import { reportAddress } from '@parley/contracts/reports/address';
import { reportCsvFile } from '@parley/contracts/reports/csv';
import {
  changeOf,
  isUncertain,
  nameOfRow,
  nothing,
  type ReportLanguage,
  sliceText,
  valueText,
} from '@parley/contracts/reports/figures';
import { mailedMetricsMax, mailedRowsMax } from '@parley/contracts/reports/limits';
import { hasWorkingTime, reportMetric, type ReportMetricId } from '@parley/contracts/reports/reports';
import type { SavedReport } from '@parley/contracts/reports/saved';
import type { Report, ReportFigure } from '@parley/contracts/routes/reports';
import type { SendMailOptions } from 'nodemailer';
import type { MailLayout, MailTable } from '../mailer/html.ts';
import type { Language } from '../text/language.ts';

interface ReportMailInput {
  saved: SavedReport;
  report: Report;
  language: Language;
  publicUrl: string;
  /** Name of the owner; null if they are the recipient. */
  sender: string | null;
  /** Null for a report that isn't mailed at times. */
  stopUrl: string | null;
}

interface ReportMail {
  layout: MailLayout;
  attachments: SendMailOptions['attachments'];
  headers: Record<string, string>;
}

function languageFor(language: Language): ReportLanguage {
  const t = reportTexts(language);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const reasons: Messages = handOffReasonTexts.languages[language];
  return {
    language,
    locale: language,
    words: (key) => t(key),
    metric: (id) => metricTexts(language)(id),
    points: (number, count) => t('points', { number, count }),
    date: (day) => date.format(new Date(day)),
    reason: (code) => {
      const reason = reasons[code];
      return typeof reason === 'string' ? reason : code;
    },
  };
}

/** Returns the mail: the figures and the breakdown as tables, a link to the same days in the dashboard, and a way out. */
export function composeReportMail({
  saved,
  report,
  language,
  publicUrl,
  sender,
  stopUrl,
}: ReportMailInput): ReportMail {
  const t = reportMailTexts(language);
  const texts = reportTexts(language);
  const words = languageFor(language);
  const { range, before, slice } = report;
  const rangeName = ({ from, to }: { from: string; to: string }): string =>
    from === to ? words.date(from) : texts('dayRange', { from: words.date(from), to: words.date(to) });
  const facts = [
    texts(report.report),
    rangeName(range),
    report.timeZone,
    ...(hasWorkingTime(report.report) ? [texts(report.workingTime ? 'inWorkingTime' : 'byClock')] : []),
  ];
  const notes = [
    t('scope'),
    ...(saved.selection.filter ? [t('filtered')] : []),
    ...(before ? [t('compared', { range: rangeName(before) })] : []),
    ...(report.figures.some(({ metric }) => reportMetric(metric).statistic === 'quantiles') ? [t('medians')] : []),
    ...(report.figures.some(isUncertain) ? [t('grey')] : []),
  ];
  const rows = slice ? rowsTable(report, words) : undefined;
  const { name, content } = reportCsvFile(report, words);
  return {
    layout: {
      title: `${saved.name}: ${rangeName(range)}`,
      language,
      parts: [
        { heading: saved.name, text: facts.join(' · ') },
        { text: '', table: figuresTable(report, { words, value: t('value'), change: t('change') }) },
        ...(rows ? [{ text: '', table: rows }] : []),
        { text: notes.join(' ') },
      ],
      button: {
        label: t('open'),
        // The days of this mail, whenever the link is followed.
        url: `${publicUrl}${reportAddress({ ...saved.selection, report: report.report, range: { from: range.from, to: range.to }, opened: null })}`,
      },
      footer: [
        { text: sender === null ? t('whyOwn') : t('why', { name: sender }) },
        ...(stopUrl === null ? [] : [{ text: `${mailTexts(language)('unsubscribe')}: ${stopUrl}` }]),
      ],
    },
    attachments: saved.schedule?.hasCsv ? [{ filename: name, content, contentType: 'text/csv; charset=utf-8' }] : [],
    headers:
      stopUrl === null
        ? {}
        : { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

function figuresTable(
  { figures }: Report,
  { words, value, change }: { words: ReportLanguage; value: string; change: string },
): MailTable {
  return {
    heads: ['', value, words.words('p90Name'), words.words('nName'), change],
    rows: figures.map((figure) => ({
      cells: [
        words.metric(figure.metric),
        valueText(figure.metric, figure.value, words.locale),
        figure.p90 === undefined ? '' : valueText(figure.metric, figure.p90, words.locale),
        reportMetric(figure.metric).statistic === 'count' ? '' : new Intl.NumberFormat(words.locale).format(figure.n),
        changeOf(figure, words)?.words ?? '',
      ],
      isUncertain: isUncertain(figure),
    })),
  };
}

/** Returns the largest rows with the first metrics that the slice divides; undefined without any. */
function rowsTable({ slice, rows, figures }: Report, words: ReportLanguage): MailTable | undefined {
  const found = rows.slice(0, mailedRowsMax);
  const figureOf = (row: Report['rows'][number], id: ReportMetricId): ReportFigure | undefined =>
    row.figures.find(({ metric }) => metric === id);
  const metrics = figures
    .map(({ metric }) => metric)
    .filter((id) => found.some((row) => (figureOf(row, id)?.n ?? 0) > 0))
    .slice(0, mailedMetricsMax);
  if (slice === null || metrics.length === 0) return undefined;
  return {
    heads: [words.words(sliceText(slice)), ...metrics.map(words.metric)],
    rows: found.map((row) => ({
      cells: [
        nameOfRow(slice, row, words),
        ...metrics.map((id) => {
          const figure = figureOf(row, id);
          return figure ? valueText(id, figure.value, words.locale) : nothing;
        }),
      ],
      isUncertain: metrics.some((id) => isUncertain(figureOf(row, id) ?? { metric: id, n: 0 })),
    })),
  };
}
