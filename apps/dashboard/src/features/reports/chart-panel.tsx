import { Button, IconButton, Skeleton } from '@chakra-ui/react';
import { hasConversations, metricsOf, reportMetric, type ReportMetricId } from '@parley/contracts/reports/reports';
import type { Report } from '@parley/contracts/routes/reports';
import { ChartColumn, Image, Table2 } from 'lucide-react';
import { type RefObject, type ReactNode, useRef, useState } from 'react';
import { metricWords } from '../../i18n/en/metrics.ts';
import { reportWords } from '../../i18n/en/reports.ts';
import { locale } from '../../i18n/language.ts';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { Bars } from './bars.tsx';
import { cellsOf, Heat } from './heat.tsx';
import { copyPicture } from './picture.ts';
import { reportAddress, type ReportState } from '@parley/contracts/reports/address';
import { dayOfWeek, figureOf, hourName, rangeWords, stepWords, valueWords } from './report-words.ts';
import styles from './reports.module.css';
import { scrolled } from './scrolled.ts';
import { Link } from 'react-router-dom';

interface FrameProps {
  title: string;
  /** Name of the picture's file, and its title. */
  picture: { name: string; title: string };
  drawing: RefObject<SVGSVGElement | null>;
  chart: ReactNode;
  table: ReactNode;
}

/** A chart, the table of the same numbers, and the picture of the chart. */
function ChartFrame({ title, picture, drawing, chart, table }: FrameProps) {
  const [isTable, setTable] = useState(false);
  const copy = async () => {
    if (!drawing.current) return;
    try {
      const done = await copyPicture(drawing.current, picture.title, picture.name);
      toast({ title: reportWords(done === 'copied' ? 'pictureCopied' : 'pictureSaved') });
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Panel
      title={title}
      action={
        <div className={styles.tools}>
          {!isTable && (
            <IconButton
              size="xs"
              variant="ghost"
              aria-label={reportWords('copyPicture')}
              title={reportWords('copyPicture')}
              onClick={() => void copy()}
            >
              <Image size={15} aria-hidden />
            </IconButton>
          )}
          <Button size="xs" variant="ghost" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? <ChartColumn size={15} aria-hidden /> : <Table2 size={15} aria-hidden />}
            {reportWords(isTable ? 'asChart' : 'asTable')}
          </Button>
        </div>
      }
    >
      {isTable ? (
        <div className={styles.scrolled} {...scrolled(title)}>
          {table}
        </div>
      ) : (
        chart
      )}
    </Panel>
  );
}

interface ChartPanelProps {
  state: ReportState;
  report: Report | undefined;
  isMirrored: boolean;
  onChange: (change: Partial<ReportState>) => void;
}

/** Shows one metric over the days of the range. */
export function ChartPanel({ state, report, isMirrored, onChange }: ChartPanelProps) {
  const { shown: metric } = state;
  const drawing = useRef<SVGSVGElement>(null);
  if (metric === null) return null;
  const title = metricWords(metric);
  return (
    <ChartFrame
      title={title}
      picture={{
        name: `${state.report}-${metric}`,
        title: report ? reportWords('listOf', { metric: title, range: rangeWords(report.range) }) : title,
      }}
      drawing={drawing}
      chart={
        report ? (
          <Bars
            metric={metric}
            step={report.step}
            series={report.series}
            isMirrored={isMirrored}
            drawing={drawing}
            onPress={(date) => hasConversations(metric) && onChange({ opened: { metric, date } })}
          />
        ) : (
          <Skeleton height="16rem" />
        )
      }
      table={report && <SeriesTable state={state} report={report} metric={metric} />}
    />
  );
}

function SeriesTable({ state, report, metric }: { state: ReportState; report: Report; metric: ReportMetricId }) {
  const isQuantiles = reportMetric(metric).statistic === 'quantiles';
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{reportWords(report.step)}</th>
          <th scope="col">{isQuantiles ? reportWords('median') : metricWords(metric)}</th>
          {isQuantiles && <th scope="col">{reportWords('p90Name')}</th>}
          {isQuantiles && state.hasAverages && <th scope="col">{reportWords('meanName')}</th>}
          <th scope="col">{reportWords('nName')}</th>
        </tr>
      </thead>
      <tbody>
        {report.series.map(({ date, figures }) => {
          const figure = figureOf(figures, metric) ?? { metric, value: null, n: 0 };
          const words = valueWords(metric, figure.value);
          return (
            <tr key={date}>
              <th scope="row">{stepWords(report.step, date)}</th>
              <td>
                {figure.n > 0 && hasConversations(metric) ? (
                  <Link className={styles.figure} to={reportAddress({ ...state, opened: { metric, date } })}>
                    {words}
                  </Link>
                ) : (
                  words
                )}
              </td>
              {isQuantiles && <td>{valueWords(metric, figure.p90)}</td>}
              {isQuantiles && state.hasAverages && <td>{valueWords(metric, figure.mean)}</td>}
              <td>{figure.n.toLocaleString(locale())}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Shows the report's first metric by weekday and hour. */
export function HeatPanel({ state, report, isMirrored, onChange }: ChartPanelProps) {
  const metric = metricsOf(state.report)[0];
  const drawing = useRef<SVGSVGElement>(null);
  if (!metric || !hasConversations(metric)) return null;
  const title = reportWords('byHour');
  return (
    <ChartFrame
      title={title}
      picture={{ name: `${state.report}-hours`, title: `${title}: ${metricWords(metric)}` }}
      drawing={drawing}
      chart={
        report ? (
          <Heat
            heat={report.heat}
            label={title}
            hint={reportWords('byHourHint', { metric: metricWords(metric) })}
            isMirrored={isMirrored}
            drawing={drawing}
            onPress={(place) => onChange({ opened: { metric, ...place } })}
          />
        ) : (
          <Skeleton height="13rem" />
        )
      }
      table={report && <HeatTable state={state} metric={metric} heat={report.heat} />}
    />
  );
}

interface HeatTableProps {
  state: ReportState;
  metric: ReportMetricId;
  heat: Report['heat'];
}

function HeatTable({ state, metric, heat }: HeatTableProps) {
  const cells = cellsOf(heat);
  const weekdays = [1, 2, 3, 4, 5, 6, 7];
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{reportWords('hour')}</th>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col">
              {dayOfWeek(weekday)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: 24 }, (_, hour) => (
          <tr key={hour}>
            <th scope="row">{hourName(hour)}</th>
            {weekdays.map((weekday) => {
              const n = cells[(weekday - 1) * 24 + hour] ?? 0;
              return (
                <td key={weekday}>
                  {n > 0 ? (
                    <Link className={styles.figure} to={reportAddress({ ...state, opened: { metric, weekday, hour } })}>
                      {n.toLocaleString(locale())}
                    </Link>
                  ) : (
                    0
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
