import { Box, SimpleGrid, Skeleton } from '@chakra-ui/react';
import { statisticsDays } from '@parley/contracts/limits';
import { getOverview, type Overview } from '@parley/contracts/routes/overview';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { read } from '../../api/read.ts';
import { common } from '../../i18n/en/common.ts';
import { overviewWords } from '../../i18n/en/overview.ts';
import { locale } from '../../i18n/language.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { useNow } from '../../ui/clock.ts';
import { FailedState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { exactTime, shortDuration, waitingFor } from '../../ui/times.ts';
import styles from './inbox-now.module.css';
import { lazyPart } from '../../loading/part.tsx';

const Hours = lazyPart(() => import('./charts.tsx'));
const Sparkline = lazyPart(async () => ({ default: (await import('./charts.tsx')).Sparkline }));

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const nothing = '–';

/** Reads the present state of the team inbox, with hours in the viewer's time zone. */
export const inboxRead = read(getOverview, { query: { timeZone } });

/** Shows what a lead needs first: who waits, how soon customers are answered, when they write, who has how much. */
export function InboxNow() {
  const { data, isError, error, refetch } = useQuery(inboxRead);
  if (isError && !data)
    return (
      <Panel>
        <FailedState compact error={error} retry={() => void refetch()} />
      </Panel>
    );
  return (
    <div className={styles.numbers} aria-busy={!data}>
      <SimpleGrid columns={{ base: 2, lg: 4 }} gap="4">
        <WaitingNow waiting={data?.waiting} />
        <LongestWait waiting={data?.waiting} />
        <FirstAnswer
          label={overviewWords('firstAnswerMedian')}
          quantile="medianSeconds"
          firstAnswer={data?.firstAnswer}
        />
        <FirstAnswer label={overviewWords('firstAnswerP90')} quantile="p90Seconds" firstAnswer={data?.firstAnswer} />
      </SimpleGrid>
      <div className={styles.beside}>
        <ByHour byHour={data?.byHour} />
        <Load load={data?.load} />
      </div>
    </div>
  );
}

interface CardProps {
  label: string;
  /** Undefined while it is not known. */
  value: ReactNode;
  hint: string;
  /** Under the value; its room is kept. */
  below?: ReactNode;
  children?: ReactNode;
}

function Card({ label, value, hint, below, children }: CardProps) {
  return (
    <Box className={styles.card} bg="bg" borderWidth="1px" title={hint}>
      <div className={styles.label}>{label}</div>
      <div className={styles.value}>{value ?? <Skeleton height="1em" width="3em" />}</div>
      <div className={styles.below}>{below}</div>
      <div className={styles.chart}>{children}</div>
    </Box>
  );
}

function WaitingNow({ waiting }: { waiting: Overview['waiting'] | undefined }) {
  const below =
    waiting &&
    (waiting.count > 0 ? (
      <Link className={styles.link} to="/conversations?filter=waiting">
        {overviewWords('showThem')}
      </Link>
    ) : (
      overviewWords('nobodyWaits')
    ));
  return (
    <Card
      label={overviewWords('waitingNow')}
      value={waiting?.count.toLocaleString(locale())}
      hint={overviewWords('waitingNowHint')}
      below={below}
    />
  );
}

function LongestWait({ waiting }: { waiting: Overview['waiting'] | undefined }) {
  const now = useNow();
  const longest = waiting?.longest;
  return (
    <Card
      label={overviewWords('longestWait')}
      value={waiting && (longest ? waitingFor(longest.since, now) : nothing)}
      hint={longest ? overviewWords('since', { time: exactTime(longest.since) }) : overviewWords('longestWaitHint')}
      below={
        longest && (
          <Link className={styles.link} to={`/conversations?selected=${longest.conversationId}`}>
            {overviewWords('openIt')}
          </Link>
        )
      }
    />
  );
}

interface FirstAnswerProps {
  label: string;
  quantile: 'medianSeconds' | 'p90Seconds';
  firstAnswer: Overview['firstAnswer'] | undefined;
}

const durationOf = (seconds: number | null | undefined): string =>
  typeof seconds === 'number' ? shortDuration(seconds) : nothing;

function FirstAnswer({ label, quantile, firstAnswer }: FirstAnswerProps) {
  const days = firstAnswer?.anybody.days ?? [];
  const known = days.map((day) => day[quantile]).filter((seconds) => seconds !== null);
  const description = overviewWords('firstAnswerDays', {
    label,
    count: statisticsDays,
    least: durationOf(Math.min(...known)),
    most: durationOf(Math.max(...known)),
    today: durationOf(days.at(-1)?.[quantile]),
  });
  return (
    <Card
      label={label}
      value={firstAnswer && durationOf(firstAnswer.anybody[quantile])}
      hint={overviewWords('firstAnswerHint', { count: statisticsDays })}
      below={firstAnswer && overviewWords('byPerson', { duration: durationOf(firstAnswer.representative[quantile]) })}
    >
      {known.length > 0 && (
        <Suspense>
          <Sparkline values={days.map((day) => day[quantile])} label={description} />
        </Suspense>
      )}
    </Card>
  );
}

/** Names hours `14:00` or `2:00 PM`, as the viewer writes them. */
function hourNames(): (hour: number) => string {
  const format = new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone: 'UTC' });
  return (hour) => format.format(hour * 3_600_000);
}
const labelledHours = [0, 6, 12, 18];

function ByHour({ byHour }: { byHour: Overview['byHour'] | undefined }) {
  const hourName = hourNames();
  const total = byHour?.reduce((sum, count) => sum + count, 0);
  const title = overviewWords('byHour');
  const busiest = byHour?.indexOf(Math.max(...byHour)) ?? 0;
  const said = total
    ? overviewWords('busiestHour', {
        hour: hourName(busiest),
        most: byHour?.[busiest] ?? 0,
        total,
        count: statisticsDays,
      })
    : overviewWords('byHourHint', { count: statisticsDays });
  return (
    <Panel title={title} description={said}>
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

const statusNames = { online: 'online', busy: 'busy', offline: 'offline' } as const;
/** Number of rows with room beside the chart. */
const seenAtOnce = 4;

function Load({ load }: { load: Overview['load'] | undefined }) {
  const most = Math.max(1, ...(load?.representatives.map(({ openConversations }) => openConversations) ?? []));
  const title = overviewWords('load');
  const scrolls = load && load.representatives.length > seenAtOnce;
  return (
    <Panel
      title={title}
      description={
        load ? (
          <Link className={styles.link} to="/conversations?filter=unassigned">
            {overviewWords('unassigned', { count: load.unassigned })}
          </Link>
        ) : (
          <Skeleton height="1em" width="6em" />
        )
      }
    >
      {!load && <Skeleton className={styles.load} />}
      {load && (
        // Scrolled by keyboard, too.
        <div className={styles.load} {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': title })}>
          <ul>
            {load.representatives.map(({ id, name, status, profileImageUrl, openConversations }) => (
              <li key={id}>
                <Avatar name={name} imageUrl={profileImageUrl} size="sm" status={status} />
                <bdi>{name}</bdi>
                <span className="sr-only">, {common(statusNames[status])}, </span>
                <span className={styles.meter} aria-hidden>
                  <i style={{ inlineSize: `${(openConversations / most) * 100}%` }} />
                </span>
                <span className={styles.count}>
                  {openConversations.toLocaleString(locale())}
                  <span className="sr-only"> {overviewWords('open')}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}
