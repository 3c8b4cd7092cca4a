/** The overview's charts: a chunk of its own, which comes after everything that can be read without it. */
import { scaleBand, scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import styles from './charts.module.css';

/** Both charts are drawn on a square of this side and stretched to their place. */
const side = 100;

interface SparklineProps {
  /** Null where there is nothing to show, which leaves a gap. */
  values: readonly (number | null)[];
  /** Text for screen readers. */
  label: string;
}

/** Line of a value over time, without axes: the shape counts, the number is shown beside it. */
export function Sparkline({ values, label }: SparklineProps) {
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [0, side]);
  const y = scaleLinear([0, Math.max(1, ...values.map((value) => value ?? 0))], [side, side * 0.06]);
  const points = values.map((value, index) => ({ value, x: x(index) }));
  const isKnown = ({ value }: { value: number | null }) => value !== null;
  const top = ({ value }: { value: number | null }) => y(value ?? 0);
  const shape = area<(typeof points)[number]>()
    .defined(isKnown)
    .x((point) => point.x)
    .y0(side)
    .y1(top)(points);
  const edge = line<(typeof points)[number]>()
    .defined(isKnown)
    .x((point) => point.x)
    .y(top)(points);
  return (
    <svg className={styles.sparkline} viewBox={`0 0 ${side} ${side}`} preserveAspectRatio="none" role="img">
      <title>{label}</title>
      <path className={styles.area} d={shape ?? ''} />
      <path className={styles.edge} d={edge ?? ''} />
      {/* A value between two gaps makes no line. */}
      {points
        .filter((point, index) => isKnown(point) && isAlone(values, index))
        .map((point) => (
          <path key={point.x} className={styles.point} d={`M${point.x},${top(point)}h0`} />
        ))}
    </svg>
  );
}

const isAlone = (values: readonly (number | null)[], index: number): boolean =>
  (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;

interface HoursProps {
  /** Number for each hour of the day, from 0 on. */
  counts: readonly number[];
  /** `14:00`, as the viewer writes it. */
  hourName: (hour: number) => string;
  /** Index of the highlighted bar. */
  busiest: number;
}

/** Shows a bar for each hour of the day. A table beside it contains the same. */
export default function Hours({ counts, hourName, busiest }: HoursProps) {
  const x = scaleBand(counts.keys(), [0, side]).paddingInner(0.25);
  const y = scaleLinear([0, Math.max(1, ...counts)], [side, 0]);
  return (
    <svg className={styles.hours} viewBox={`0 0 ${side} ${side}`} preserveAspectRatio="none" aria-hidden>
      {counts.map((count, hour) => (
        <g key={hour}>
          <title>{`${hourName(hour)}: ${count}`}</title>
          {/* The whole column reacts to the pointer, however low its bar is. */}
          <rect className={styles.column} x={x(hour)} y={0} width={x.bandwidth()} height={side} />
          <rect
            className={styles.bar}
            data-busiest={hour === busiest || undefined}
            x={x(hour)}
            y={y(count)}
            width={x.bandwidth()}
            height={side - y(count)}
          />
        </g>
      ))}
    </svg>
  );
}
