import type { Report } from '@parley/contracts/routes/reports';
import { type RefObject, useId } from 'react';
import { reportWords } from '../../i18n/en/reports.ts';
import { locale } from '../../i18n/language.ts';
import { useMarks } from './marks.ts';
import { dayOfWeek, hourName } from './report-words.ts';
import styles from './reports.module.css';
import { useWidth } from './use-width.ts';

const cellHeight = 24;
const top = 4;
const bottom = 24;
const hours = 24;
/** Tones of a cell that is not empty. */
const tones = 5;

/** Returns the numbers by weekday and hour, Monday first. */
export const cellsOf = (heat: Report['heat']): number[] => {
  const cells = Array.from({ length: 7 * hours }, () => 0);
  for (const { weekday, hour, n } of heat) cells[(weekday - 1) * hours + hour] = n;
  return cells;
};

/** Short name of a weekday, of which 1 is Monday. */
const shortDay = (weekday: number): string =>
  new Intl.DateTimeFormat(locale(), { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday));

interface HeatProps {
  heat: Report['heat'];
  label: string;
  /** Shown while the pointer and the focus are on no cell. */
  hint: string;
  isMirrored: boolean;
  drawing: RefObject<SVGSVGElement | null>;
  onPress: (place: { weekday: number; hour: number }) => void;
}

/** Draws a cell for each hour of each weekday, the darker the more. */
export function Heat({ heat, label, hint, isMirrored, drawing, onPress }: HeatProps) {
  const [box, width] = useWidth<HTMLDivElement>(640);
  const keys = useId();
  const cells = cellsOf(heat);
  const most = Math.max(1, ...cells);
  const axis = 44;
  const cellWidth = (width - axis) / hours;
  const left = (hour: number) => (isMirrored ? width - axis - (hour + 1) * cellWidth : axis + hour * cellWidth);
  const placeOf = (index: number) => ({ weekday: Math.floor(index / hours) + 1, hour: index % hours });
  const nameOf = (index: number) => {
    const { weekday, hour } = placeOf(index);
    const name = `${dayOfWeek(weekday)} ${hourName(hour)}`;
    return reportWords('markOf', { name, value: (cells[index] ?? 0).toLocaleString(locale()) });
  };
  const { props, looked } = useMarks({
    count: cells.length,
    perLine: hours,
    isMirrored,
    onPress: (index) => {
      if ((cells[index] ?? 0) > 0) onPress(placeOf(index));
    },
  });
  const namedEvery = width < 560 ? 6 : 3;
  return (
    <>
      <p className={styles.looked}>{looked === null ? <span>{hint}</span> : nameOf(looked)}</p>
      <p id={keys} className="sr-only">
        {reportWords('arrowsHint')}
      </p>
      <div ref={box} className={styles.plot}>
        <svg
          ref={drawing}
          aria-describedby={keys}
          width={width}
          height={top + 7 * cellHeight + bottom}
          className={styles.drawing}
          role="group"
          aria-label={label}
        >
          {Array.from({ length: 7 }, (_, day) => (
            <text
              key={day}
              className={styles.tick}
              x={isMirrored ? width : 0}
              y={top + (day + 0.5) * cellHeight}
              dy="0.32em"
              textAnchor="start"
            >
              {shortDay(day + 1)}
            </text>
          ))}
          {cells.map((n, index) => (
            <rect
              key={index}
              className={styles.cell}
              data-tone={Math.ceil((n / most) * tones)}
              x={left(index % hours) + 1}
              y={top + Math.floor(index / hours) * cellHeight + 1}
              width={Math.max(1, cellWidth - 2)}
              height={cellHeight - 2}
              rx={3}
              {...props(index, nameOf(index))}
            />
          ))}
          {Array.from({ length: hours }, (_, hour) => hour)
            .filter((hour) => hour % namedEvery === 0)
            .map((hour) => (
              <text
                key={hour}
                className={styles.tick}
                x={isMirrored ? left(hour) + cellWidth - 1 : left(hour) + 1}
                y={top + 7 * cellHeight + 16}
                textAnchor="start"
              >
                {hourName(hour)}
              </text>
            ))}
        </svg>
      </div>
    </>
  );
}
