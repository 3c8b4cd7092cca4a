import { Skeleton } from '@chakra-ui/react';
import { statisticsDays } from '@parley/contracts/conversations/limits';
import type { Overview } from '@parley/contracts/routes/overview';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { overviewWords } from '../../i18n/en/overview.ts';
import { locale } from '../../i18n/language.ts';
import { lazyPart } from '../../loading/part.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './inbox-now.module.css';
import { nothing } from './read-overview.ts';

const Hours = lazyPart(() => import('./charts.tsx'));

/** Names hours `14:00` or `2:00 PM`, as the viewer writes them. */
function hourNames(): (hour: number) => string {
  const format = new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone: 'UTC' });
  return (hour) => format.format(hour * 3_600_000);
}
const labelledHours = [0, 6, 12, 18];

/** Shows when conversations begin, by hour of the day. */
export function ByHour({ byHour }: { byHour: Overview['byHour'] | undefined }) {
  const hourName = hourNames();
  const total = byHour?.reduce((sum, count) => sum + count, 0);
  const title = overviewWords('byHour');
  const busiest = byHour?.indexOf(Math.max(...byHour)) ?? 0;
  const localized = total
    ? overviewWords('busiestHour', {
        hour: hourName(busiest),
        most: byHour?.[busiest] ?? 0,
        total,
        count: statisticsDays,
      })
    : overviewWords('byHourHint', { count: statisticsDays });
  return (
    <Panel title={title} description={localized}>
      <div className={styles.plot}>
        {!byHour && <Skeleton height="100%" />}
        {byHour && total === 0 && (
          <div className={styles.empty}>
            {nothing}
            <Link className={styles.link} to="/widget">
              {overviewWords('setUpWidget')}
            </Link>
          </div>
        )}
        {byHour && !!total && (
          <Suspense fallback={<Skeleton height="100%" />}>
            <Hours counts={byHour} hourName={hourName} busiest={busiest} />
          </Suspense>
        )}
      </div>
      <div className={styles.axis} aria-hidden>
        {labelledHours.map((hour) => (
          <span key={hour}>{hourName(hour)}</span>
        ))}
      </div>
      {byHour && !!total && (
        <table className="sr-only">
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{overviewWords('hour')}</th>
              <th scope="col">{overviewWords('conversations')}</th>
            </tr>
          </thead>
          <tbody>
            {byHour.map((count, hour) => (
              <tr key={hour}>
                <th scope="row">{hourName(hour)}</th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
