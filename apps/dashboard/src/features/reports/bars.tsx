import { reportMetric, type ReportMetricId, type ReportStep } from '@parley/contracts/reports/reports';
import type { Report, ReportFigure } from '@parley/contracts/routes/reports';
import { wholeTime } from '@parley/contracts/text/time-span';
import { scaleBand, scaleLinear } from 'd3-scale';
import { type RefObject, useId } from 'react';
import { locale } from '../../i18n/language.ts';
import { metricWords } from '../../i18n/en/metrics.ts';
import { reportWords } from '../../i18n/en/reports.ts';
import { useMarks } from './marks.ts';
import { isUncertain } from '@parley/contracts/reports/figures';
import { figureOf, shortStepWords, stepWords, valueWords } from './report-words.ts';
import styles from './reports.module.css';
import { useWidth } from './use-width.ts';

const height = 232;
const room = { top: 12, bottom: 28, axis: 56, end: 4 };

/** Seconds between the lines of a chart: whole times that people speak of. */
const timeSteps = [
  1, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400, 172_800, 604_800, 2_592_000,
];

/** Returns the values of the horizontal lines; the last one is the top of the chart. */
function linesUpTo(most: number, isTime: boolean): number[] {
  if (!isTime) {
    const lines = scaleLinear([0, most], [0, 1]).nice(4).ticks(4);
    return lines.length > 1 ? lines : [0, most];
  }
  const step = timeSteps.find((each) => most / each <= 4) ?? Math.ceil(most / 4);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}

/** Returns the highest value that is drawn as high as it is. A day with a very long 90th percentile flattens no other. */
function highestDrawn(figures: readonly ReportFigure[]): number {
  const values = figures.flatMap(({ value, before }) => [value ?? 0, before?.value ?? 0]);
  const p90s = figures.flatMap(({ p90 }) => p90 ?? []).toSorted((one, other) => one - other);
  const usual = p90s[Math.floor(p90s.length * 0.9)] ?? 0;
  return Math.max(...values, Math.min(p90s.at(-1) ?? 0, usual * 2));
}

interface BarsProps {
  metric: ReportMetricId;
  step: ReportStep;
  series: Report['series'];
  isMirrored: boolean;
  /** The drawing, for a picture of it. */
  drawing: RefObject<SVGSVGElement | null>;
  onPress: (date: string) => void;
}

/** Draws a bar for each step of a range: its height is the number or the median, a line in it the range before. */
export function Bars({ metric, step, series, isMirrored, drawing, onPress }: BarsProps) {
  const [box, width] = useWidth<HTMLDivElement>(640);
  const hint = useId();
  const { statistic, unit } = reportMetric(metric);
  const bars = series.map(({ date, figures }) => ({
    date,
    figure: figureOf(figures, metric) ?? { metric, value: null, n: 0 },
  }));
  const most = highestDrawn(bars.map(({ figure }) => figure));
  const lines = linesUpTo(Math.max(most, unit === 'count' ? 4 : unit === 'share' ? 0.1 : 0.01), unit === 'seconds');
  const top = lines.at(-1) ?? 1;
  const y = scaleLinear([0, top], [height - room.bottom, room.top]);
  const x = scaleBand(bars.keys(), [0, width - room.axis - room.end])
    .paddingInner(0.28)
    .paddingOuter(0.1);
  const left = (index: number) => {
    const at = x(index) ?? 0;
    return isMirrored ? width - room.axis - at - x.bandwidth() : room.axis + at;
  };
  const namedEvery = Math.max(1, Math.ceil(bars.length / Math.max(1, Math.floor((width - room.axis) / 76))));
  const { props, looked } = useMarks({
    count: bars.length,
    isMirrored,
    onPress: (index) => {
      const bar = bars[index];
      if (bar && bar.figure.n > 0) onPress(bar.date);
    },
  });
  const barWidth = Math.min(x.bandwidth(), 36);
  const inset = (x.bandwidth() - barWidth) / 2;
  return (
    <>
      <Looked
        bar={looked === null ? undefined : bars[looked]}
        metric={metric}
        step={step}
        isCompared={bars.some(({ figure }) => figure.before)}
      />
      <p id={hint} className="sr-only">
        {reportWords('arrowsHint')}
      </p>
      <div ref={box} className={styles.plot}>
        <svg
          ref={drawing}
          aria-describedby={hint}
          width={width}
          height={height}
          className={styles.drawing}
          role="group"
          aria-label={metricWords(metric)}
        >
          {lines.map((value) => (
            <g key={value} className={styles.line}>
              <line
                x1={isMirrored ? room.end : room.axis}
                x2={isMirrored ? width - room.axis : width - room.end}
                y1={y(value)}
                y2={y(value)}
              />
              <text x={isMirrored ? width - room.axis + 8 : room.axis - 8} y={y(value)} dy="0.32em" textAnchor="end">
                {unit === 'seconds' ? wholeTime(value, locale()) : valueWords(metric, value)}
              </text>
            </g>
          ))}
          {bars.map(({ date, figure }, index) => {
            const { value, p90, before } = figure;
            const at = left(index);
            return (
              <g
                key={date}
                className={styles.mark}
                data-uncertain={isUncertain(figure) || undefined}
                data-empty={figure.n === 0 || undefined}
                {...props(
                  index,
                  reportWords('markOf', { name: stepWords(step, date), value: valueWords(metric, value) }),
                )}
              >
                <rect
                  className={styles.column}
                  x={at}
                  y={room.top}
                  width={x.bandwidth()}
                  height={height - room.top - room.bottom}
                  rx={4}
                />
                {value !== null && (
                  <rect
                    className={styles.bar}
                    x={at + inset}
                    y={y(value)}
                    width={barWidth}
                    height={Math.max(value > 0 ? 2 : 0, y(0) - y(value))}
                    rx={Math.min(3, barWidth / 3)}
                  />
                )}
                {statistic === 'quantiles' && typeof p90 === 'number' && p90 <= top && (
                  <line className={styles.p90} x1={at + inset} x2={at + inset + barWidth} y1={y(p90)} y2={y(p90)} />
                )}
                {statistic === 'quantiles' && typeof p90 === 'number' && p90 > top && (
                  <path className={styles.beyond} d={`M${at + x.bandwidth() / 2} ${room.top - 7} l5 7 h-10 z`} />
                )}
                {typeof before?.value === 'number' && (
                  <circle className={styles.beforeMark} cx={at + x.bandwidth() / 2} cy={y(before.value)} r={2} />
                )}
              </g>
            );
          })}
          {bars.map(
            ({ date }, index) =>
              index % namedEvery === 0 && (
                <text
                  key={date}
                  className={styles.tick}
                  x={left(index) + x.bandwidth() / 2}
                  y={height - 8}
                  textAnchor="middle"
                >
                  {shortStepWords(step, date)}
                </text>
              ),
          )}
        </svg>
      </div>
    </>
  );
}

interface LookedProps {
  /** Undefined if the pointer and the focus are on none. */
  bar: { date: string; figure: ReportFigure } | undefined;
  metric: ReportMetricId;
  step: ReportStep;
  isCompared: boolean;
}

/** Shows the value that the pointer or the focus is on, otherwise what the marks are. */
function Looked({ bar, metric, step, isCompared }: LookedProps) {
  const { statistic, unit } = reportMetric(metric);
  if (!bar)
    return (
      <p className={styles.looked}>
        {statistic === 'quantiles' && (
          <>
            <span data-mark-of="value">{reportWords('median')}</span>
            <span data-mark-of="p90">{reportWords('p90Name')}</span>
          </>
        )}
        {isCompared && <span data-mark-of="before">{reportWords('before')}</span>}
      </p>
    );
  const { value, n, p90, before } = bar.figure;
  return (
    <p className={styles.looked}>
      {reportWords('markOf', { name: stepWords(step, bar.date), value: valueWords(metric, value) })}
      {statistic === 'quantiles' && unit === 'seconds' && typeof p90 === 'number' && (
        <span>{reportWords('p90', { time: valueWords(metric, p90) })}</span>
      )}
      {before && <span>{reportWords('wasBefore', { value: valueWords(metric, before.value) })}</span>}
      {statistic !== 'count' && <span>{reportWords('n', { count: n })}</span>}
    </p>
  );
}
