import { Box, SimpleGrid, Skeleton } from '@chakra-ui/react';
import { statisticsDays } from '@parley/contracts/limits';
import { getOverview, type Overview } from '@parley/contracts/routes/overview';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useRead } from '../../api/read.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { useNow } from '../../ui/clock.ts';
import { FailedState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { exactTime, shortDuration, waitingFor } from '../../ui/times.ts';
import styles from './desk-now.module.css';

const Hours = lazy(() => import('./charts.tsx'));
const Sparkline = lazy(async () => ({ default: (await import('./charts.tsx')).Sparkline }));

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const nothing = '–';

/** What a lead needs first: who waits, how soon customers are answered, when they come, who has how much. */
export function DeskNow() {
  const { data, isError, error, refetch } = useRead(getOverview, { query: { timeZone } });
  if (isError && !data) return <FailedState compact error={error} retry={() => void refetch()} />;
  return (
    <div className={styles.desk} aria-busy={!data}>
      <SimpleGrid columns={{ base: 2, lg: 4 }} gap="3">
        <WaitingNow waiting={data?.waiting} />
        <LongestWait waiting={data?.waiting} />
        <FirstAnswer name="median" quantile="medianSeconds" firstAnswer={data?.firstAnswer} />
        <FirstAnswer name="90th percentile" quantile="p90Seconds" firstAnswer={data?.firstAnswer} />
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
        Show them
      </Link>
    ) : (
      'Nobody waits'
    ));
  return (
    <Card
      label="Waiting now"
      value={waiting?.count.toLocaleString()}
      hint="Conversations that wait for a person"
      below={below}
    />
  );
}

function LongestWait({ waiting }: { waiting: Overview['waiting'] | undefined }) {
  const now = useNow();
  const longest = waiting?.longest;
  return (
    <Card
      label="Longest wait"
      value={waiting && (longest ? waitingFor(longest.since, now) : nothing)}
      hint={longest ? `Since ${exactTime(longest.since)}` : 'Of those who wait for a person now'}
      below={
        longest && (
          <Link className={styles.link} to={`/conversations?selected=${longest.conversationId}`}>
            Open it
          </Link>
        )
      }
    />
  );
}

interface FirstAnswerProps {
  name: string;
  quantile: 'medianSeconds' | 'p90Seconds';
  firstAnswer: Overview['firstAnswer'] | undefined;
}

const durationOf = (seconds: number | null | undefined): string =>
  typeof seconds === 'number' ? shortDuration(seconds) : nothing;

function FirstAnswer({ name, quantile, firstAnswer }: FirstAnswerProps) {
  const days = firstAnswer?.anybody.days ?? [];
  const known = days.map((day) => day[quantile]).filter((seconds) => seconds !== null);
  const label = `First answer, ${name}`;
  const description = `${label}, on each of the last ${statisticsDays} days: from ${durationOf(Math.min(...known))} to ${durationOf(Math.max(...known))}, today ${durationOf(days.at(-1)?.[quantile])}`;
  return (
    <Card
      label={label}
      value={firstAnswer && durationOf(firstAnswer.anybody[quantile])}
      hint={`From a customer's first message to the first answer by anybody, assistant or representative, over the last ${statisticsDays} days by the clock`}
      below={firstAnswer && `by a person ${durationOf(firstAnswer.representative[quantile])}`}
    >
      {known.length > 0 && (
        <Suspense>
          <Sparkline values={days.map((day) => day[quantile])} label={description} />
        </Suspense>
      )}
    </Card>
  );
}

const hourFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: 'UTC' });
/** `14:00` or `2:00 PM`, as the viewer writes it. */
const hourName = (hour: number): string => hourFormat.format(hour * 3_600_000);
const labelledHours = [0, 6, 12, 18];

function ByHour({ byHour }: { byHour: Overview['byHour'] | undefined }) {
  const now = useNow();
  const total = byHour?.reduce((sum, count) => sum + count, 0);
  const title = 'Conversations by hour';
  const busiest = byHour?.indexOf(Math.max(...byHour)) ?? 0;
  const said = total
    ? `Most begin at ${hourName(busiest)}: ${byHour?.[busiest]?.toLocaleString()} of ${total.toLocaleString()} in ${statisticsDays} days.`
    : `When customers begin to write, over ${statisticsDays} days.`;
  return (
    <Panel title={title} description={said}>
      <div className={styles.plot}>
        {!byHour && <Skeleton height="100%" />}
        {byHour && total === 0 && (
          <div className={styles.empty}>
            {nothing}
            <Link className={styles.link} to="/widget">
              Set up the widget
            </Link>
          </div>
        )}
        {byHour && !!total && (
          <Suspense fallback={<Skeleton height="100%" />}>
            <Hours counts={byHour} hourName={hourName} currentHour={new Date(now).getHours()} />
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
              <th scope="col">Hour</th>
              <th scope="col">Conversations</th>
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

/** As many as have room beside the chart. */
const seenAtOnce = 4;

function Load({ load }: { load: Overview['load'] | undefined }) {
  const most = Math.max(1, ...(load?.representatives.map(({ openConversations }) => openConversations) ?? []));
  const title = 'Load per representative';
  const scrolls = load && load.representatives.length > seenAtOnce;
  return (
    <Panel
      title={title}
      description={
        load ? (
          <Link className={styles.link} to="/conversations?filter=unassigned">
            {load.unassigned.toLocaleString()} unassigned
          </Link>
        ) : (
          '…'
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
                <span className="sr-only">, {status}, </span>
                <span className={styles.meter} aria-hidden>
                  <i style={{ inlineSize: `${(openConversations / most) * 100}%` }} />
                </span>
                <span className={styles.count}>
                  {openConversations.toLocaleString()}
                  <span className="sr-only"> open</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}
