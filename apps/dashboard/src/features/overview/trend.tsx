import { Skeleton } from '@chakra-ui/react';
import { begunIn, closedIn } from '@parley/contracts/conversations/overview-lists';
import type { Overview, PeriodStatistics } from '@parley/contracts/routes/overview';
import { Link } from 'react-router-dom';
import { overviewWords } from '../../i18n/en/overview.ts';
import { layout } from '../../i18n/en/layout.ts';
import { locale } from '../../i18n/language.ts';
import { Panel } from '../../ui/panel.tsx';
import styles from './inbox-now.module.css';
import { listAddress } from './list-address.ts';
import { durationOf, nothing } from './read-overview.ts';

type Measure = keyof PeriodStatistics;

const measures: readonly { name: Measure; label: () => string; list: typeof begunIn }[] = [
  { name: 'begun', label: () => overviewWords('begun'), list: begunIn },
  { name: 'closed', label: () => overviewWords('closed'), list: closedIn },
  { name: 'firstAnswerSeconds', label: () => overviewWords('firstAnswerMedian'), list: begunIn },
];

/** Compares the last 7 days with the 7 before; each number leads to the conversations that it is made of. */
export function Trend({ week }: { week: Overview['week'] | undefined }) {
  return (
    <Panel
      title={overviewWords('trend')}
      description={overviewWords('trendHint')}
      action={
        <Link className={styles.link} to="/reports/conversations?range=last_7_days">
          {layout('reports')}
        </Link>
      }
      flush
    >
      <table className={`${styles.table} ${styles.trend}`}>
        <thead>
          <tr>
            <th scope="col">{overviewWords('measure')}</th>
            <th scope="col">{overviewWords('trend')}</th>
            <th scope="col">{overviewWords('before')}</th>
            <th scope="col">{overviewWords('change')}</th>
          </tr>
        </thead>
        <tbody>
          {measures.map(({ name, label, list }) => (
            <tr key={name}>
              <th scope="row">{label()}</th>
              <td>
                {week ? (
                  <Value name={name} value={week.current[name]} to={listAddress('all', list(week.start))} />
                ) : (
                  <Skeleton height="1em" width="3em" />
                )}
              </td>
              <td>
                {week && (
                  <Value
                    name={name}
                    value={week.previous[name]}
                    to={listAddress('all', list(week.previousStart, week.start))}
                  />
                )}
              </td>
              <td>{week && <bdi>{changeOf(week.current[name], week.previous[name])}</bdi>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Value({ name, value, to }: { name: Measure; value: number | null; to: string }) {
  if (value === null) return nothing;
  return (
    <Link className={styles.link} to={to}>
      {name === 'firstAnswerSeconds' ? durationOf(value) : value.toLocaleString(locale())}
    </Link>
  );
}

/** Returns the change in percent: `+12%`; a dash without anything to compare with. */
function changeOf(current: number | null, previous: number | null): string {
  if (current === null || !previous) return nothing;
  return new Intl.NumberFormat(locale(), {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  }).format((current - previous) / previous);
}
