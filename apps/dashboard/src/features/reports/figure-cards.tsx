import { Skeleton } from '@chakra-ui/react';
import { hasConversations, metricsOf, reportMetric, type ReportMetricId } from '@parley/contracts/reports/reports';
import type { Report, ReportFigure } from '@parley/contracts/routes/reports';
import { Link } from 'react-router-dom';
import { metricWords } from '../../i18n/en/metrics.ts';
import { reportWords } from '../../i18n/en/reports.ts';
import { HowCounted } from './how-counted.tsx';
import { reportAddress, type ReportState } from '@parley/contracts/reports/address';
import { isUncertain, nothing } from '@parley/contracts/reports/figures';
import { changeOf, figureOf, valueWords } from './report-words.ts';
import styles from './reports.module.css';

interface FigureCardsProps {
  state: ReportState;
  report: Report | undefined;
  onShow: (metric: ReportMetricId) => void;
}

/** Shows the figures of a report; each opens its conversations, and its name shows it in the chart. */
export function FigureCards({ state, report, onShow }: FigureCardsProps) {
  return (
    <ul className={styles.cards}>
      {metricsOf(state.report).map((metric) => (
        <li key={metric} className={styles.card} data-shown={metric === state.shown || undefined}>
          <div className={styles.cardHead}>
            <button
              type="button"
              className={styles.cardName}
              aria-pressed={metric === state.shown}
              title={reportWords('showsIn', { metric: metricWords(metric) })}
              onClick={() => onShow(metric)}
            >
              {metricWords(metric)}
            </button>
            {report && <HowCounted metric={metric} timeZone={report.timeZone} isInWorkingTime={report.workingTime} />}
          </div>
          {report ? (
            <Figure state={state} figure={figureOf(report.figures, metric) ?? { metric, value: null, n: 0 }} />
          ) : (
            <>
              <Skeleton height="1.5rem" width="4.5rem" my="1.5" />
              <Skeleton height="0.75rem" width="8rem" my="1" />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Figure({ state, figure }: { state: ReportState; figure: ReportFigure }) {
  const { metric, before } = figure;
  const change = changeOf(figure);
  const few = isUncertain(figure);
  return (
    <>
      <div className={styles.value} data-uncertain={few || undefined} title={few ? reportWords('few') : undefined}>
        <FigureLink state={state} figure={figure} />
        {change && (
          <span
            className={styles.change}
            data-good={change.isGood ?? undefined}
            title={reportWords('wasBefore', { value: valueWords(metric, before?.value) })}
          >
            <bdi>{change.words}</bdi>
          </span>
        )}
      </div>
      <div className={styles.below}>
        <Below figure={figure} hasAverages={state.hasAverages} />
      </div>
    </>
  );
}

function Below({ figure, hasAverages }: { figure: ReportFigure; hasAverages: boolean }) {
  const { metric, n, p90, mean } = figure;
  const { statistic, unit } = reportMetric(metric);
  const isTime = unit === 'seconds';
  if (n === 0) return statistic === 'count' ? null : reportWords('nothing');
  const parts = [
    ...(statistic === 'quantiles' && isTime ? [reportWords('p90', { time: valueWords(metric, p90) })] : []),
    // Of scores, nine of ten say little.
    ...((hasAverages || !isTime) && statistic === 'quantiles'
      ? [reportWords('mean', { value: valueWords(metric, mean) })]
      : []),
    ...(statistic === 'count' ? [] : [reportWords('n', { count: n })]),
  ];
  return parts.map((part) => <span key={part}>{part}</span>);
}

interface FigureLinkProps {
  state: ReportState;
  figure: ReportFigure;
  /** Row of the figure; the whole report without it. */
  row?: { key: string; name: string };
}

/** A figure that opens the conversations that it counts. */
export function FigureLink({ state, figure: { metric, value, n }, row }: FigureLinkProps) {
  const words = valueWords(metric, value);
  if (n === 0 || !hasConversations(metric)) return <span>{words}</span>;
  const name = row ? `${row.name}, ${metricWords(metric)}` : metricWords(metric);
  return (
    <Link
      className={styles.figure}
      to={reportAddress({ ...state, opened: { metric, ...(row && { key: row.key }) } })}
      aria-label={reportWords('opens', { metric: name, value: words })}
      data-figure={row ? `${row.key} ${metric}` : metric}
    >
      {words || nothing}
    </Link>
  );
}
