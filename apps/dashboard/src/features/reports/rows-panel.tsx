import { Button, Skeleton } from '@chakra-ui/react';
import { attributeField } from '@parley/contracts/filter/filter-fields';
import {
  metricsOf,
  othersKey,
  type ReportId,
  type ReportMetricId,
  reportSlices,
  type ReportSlice,
} from '@parley/contracts/reports/reports';
import type { Report, ReportFigure } from '@parley/contracts/routes/reports';
import { listAttributes } from '@parley/contracts/routes/attributes';
import { ArrowDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useRead } from '../../api/read.ts';
import { metricWords } from '../../i18n/en/metrics.ts';
import { reportWords } from '../../i18n/en/reports.ts';
import { topicWords } from '../../i18n/en/topics.ts';
import { lazyPart } from '../../loading/part.tsx';
import { Select } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { FigureLink } from './figure-cards.tsx';
import type { ReportState } from '@parley/contracts/reports/address';
import { isUncertain } from '@parley/contracts/reports/figures';
import { changeOf, figureOf, rowName, sliceWords, valueWords } from './report-words.ts';
import styles from './reports.module.css';
import { scrolled } from './scrolled.ts';

const TopicsDialog = lazyPart(() => import('./topics-dialog.tsx'));

/** Rows that are shown at first. */
const rowsAtFirst = 20;

/** Returns the ways in which a report can be broken down. */
const slicesOf = (report: ReportId): ReportSlice[] =>
  reportSlices.filter((slice) => {
    if (slice === 'hand_off_reason') return report === 'assistant';
    if (slice === 'scorecard' || slice === 'criterion') return report === 'quality';
    if (report === 'help_centre') return ['article', 'day', 'week', 'month'].includes(slice);
    return slice !== 'article';
  });

interface RowsPanelProps {
  state: ReportState;
  report: Report | undefined;
  onChange: (change: Partial<ReportState>) => void;
}

/** Breaks the figures down by person, team, tag and so on, in a table that can be sorted. */
export function RowsPanel({ state, report, onChange }: RowsPanelProps) {
  const [isArranging, setArranging] = useState(false);
  const attributes = useRead(listAttributes, {}).data ?? [];
  const slices = slicesOf(state.report).filter((slice) => slice !== 'attribute' || attributes.length > 0);
  const fields = attributes.map((attribute) => ({ value: attributeField(attribute) as string, label: attribute.name }));
  return (
    <Panel
      title={reportWords('breakdown')}
      action={
        <div className={styles.tools}>
          {state.slice === 'topic' && (
            <Button size="xs" variant="outline" onClick={() => setArranging(true)}>
              {topicWords('manage')}
            </Button>
          )}
          <Select<ReportSlice>
            aria-label={reportWords('by')}
            value={state.slice}
            options={slices.map((value) => ({ value, label: sliceWords(value) }))}
            onChange={(slice) =>
              onChange({ slice, attribute: slice === 'attribute' ? (fields[0]?.value ?? null) : null })
            }
          />
          {state.slice === 'attribute' && (
            <Select
              aria-label={reportWords('byAttribute')}
              value={state.attribute ?? ''}
              options={fields}
              onChange={(attribute) => onChange({ attribute })}
            />
          )}
        </div>
      }
      flush
    >
      {isArranging && (
        <Suspense>
          <TopicsDialog onClose={() => setArranging(false)} />
        </Suspense>
      )}
      {report ? <Rows key={report.slice} state={state} report={report} /> : <Skeleton height="12rem" m="4" />}
    </Panel>
  );
}

function Rows({ state, report }: { state: ReportState; report: Report }) {
  const metrics = metricsOf(report.report);
  const [sortedBy, setSortedBy] = useState<ReportMetricId | null>(null);
  const [isWhole, setWhole] = useState(false);
  const { slice } = report;
  if (slice === null || report.rows.length === 0) return <p className={styles.noRows}>{reportWords('nothing')}</p>;
  const rows = sortedBy ? sorted(report.rows, sortedBy) : report.rows;
  const shown = isWhole ? rows : rows.slice(0, rowsAtFirst);
  const [first] = metrics;
  const most = first ? Math.max(0, ...rows.map(({ figures }) => figureOf(figures, first)?.value ?? 0)) : 0;
  return (
    <>
      <div className={styles.scrolled} {...scrolled(reportWords('breakdown'))}>
        <table className={styles.table} data-rows>
          <thead>
            <tr>
              <th scope="col">{sliceWords(slice)}</th>
              {metrics.map((metric) => (
                <th key={metric} scope="col" aria-sort={sortedBy === metric ? 'descending' : undefined}>
                  <button
                    type="button"
                    title={reportWords('sortBy', { column: metricWords(metric) })}
                    onClick={() => setSortedBy(sortedBy === metric ? null : metric)}
                  >
                    {sortedBy === metric && <ArrowDown size={12} aria-hidden />}
                    {metricWords(metric)}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => {
              const name = rowName(slice, row);
              return (
                <tr key={row.key}>
                  <th scope="row" title={name}>
                    <bdi>{name}</bdi>
                  </th>
                  {metrics.map((metric) => {
                    const figure = figureOf(row.figures, metric) ?? { metric, value: null, n: 0 };
                    const portion = metric === first && most > 0 ? (figure.value ?? 0) / most : 0;
                    return (
                      <td
                        key={metric}
                        data-uncertain={isUncertain(figure) || undefined}
                        title={isUncertain(figure) ? reportWords('few') : undefined}
                      >
                        {portion > 0 && <span className={styles.portion} style={{ inlineSize: `${portion * 100}%` }} />}
                        {metric === first && figure.before && (
                          <span className={styles.rowChange} title={changeTitle(figure)}>
                            {changeOf(figure)?.words}
                          </span>
                        )}
                        <FigureLink state={state} figure={figure} row={{ key: row.key, name }} />
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {rows.length > rowsAtFirst && (
        <div className={styles.more}>
          <Button size="xs" variant="ghost" onClick={() => setWhole(!isWhole)}>
            {isWhole ? reportWords('showFewer') : reportWords('showAllRows', { count: rows.length })}
          </Button>
        </div>
      )}
    </>
  );
}

const changeTitle = ({ metric, before }: ReportFigure): string =>
  reportWords('wasBefore', { value: valueWords(metric, before?.value ?? 0) });

/** Returns the rows with the largest figure first; all others together stay last. */
function sorted(rows: Report['rows'], metric: ReportMetricId): Report['rows'] {
  const valueOf = ({ key, figures }: Report['rows'][number]) =>
    key === othersKey ? Number.NEGATIVE_INFINITY : (figureOf(figures, metric)?.value ?? -1);
  return rows.toSorted((one, other) => valueOf(other) - valueOf(one));
}
