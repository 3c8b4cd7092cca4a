import { SimpleGrid } from '@chakra-ui/react';
import { dueBefore } from '@parley/contracts/conversations/overview-lists';
import type { Overview } from '@parley/contracts/routes/overview';
import { listReminders } from '@parley/contracts/routes/reminders';
import { listSlaPolicies } from '@parley/contracts/routes/sla';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useRead } from '../../api/read.ts';
import { overviewWords } from '../../i18n/en/overview.ts';
import { locale } from '../../i18n/language.ts';
import { useNow } from '../../ui/clock.ts';
import { FailedState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { exactTime, waitingFor } from '../../ui/times.ts';
import { ByHour } from './by-hour.tsx';
import { FirstAnswers } from './first-answers.tsx';
import styles from './inbox-now.module.css';
import { listAddress } from './list-address.ts';
import { NumberCard } from './number-card.tsx';
import { nothing, overviewRead } from './read-overview.ts';
import { TeamNow } from './team-now.tsx';
import { Trend } from './trend.tsx';

/** Shows what a lead needs first: who waits, what is due, who is available, and how the week compares. */
export function InboxNow() {
  const { data, isError, error, refetch } = useQuery(overviewRead());
  const hasPolicies = (useRead(listSlaPolicies, {}).data ?? []).length > 0;
  if (isError && !data)
    return (
      <Panel>
        <FailedState compact error={error} retry={() => void refetch()} />
      </Panel>
    );
  return (
    <div className={styles.numbers} aria-busy={!data}>
      <SimpleGrid columns={{ base: 2, lg: 4 + Number(hasPolicies) + Number((data?.promises.given ?? 0) > 0) }} gap="4">
        <WaitingNow waiting={data?.waiting} />
        <LongestWait waiting={data?.waiting} />
        <NumberCard
          label={overviewWords('unassigned')}
          value={data?.load.unassigned.toLocaleString(locale())}
          hint={overviewWords('unassignedHint')}
          to={listAddress('unassigned')}
        />
        <DueToday dueToday={data?.dueToday} />
        {hasPolicies && <DueSoon dueSoon={data?.dueSoon} />}
        {data && data.promises.given > 0 && <PromisesKept promises={data.promises} />}
      </SimpleGrid>
      <div className={styles.beside}>
        <Trend week={data?.week} />
        <TeamNow load={data?.load} />
        <ByHour byHour={data?.byHour} />
        <FirstAnswers firstAnswer={data?.firstAnswer} />
      </div>
    </div>
  );
}

function WaitingNow({ waiting }: { waiting: Overview['waiting'] | undefined }) {
  return (
    <NumberCard
      label={overviewWords('waitingNow')}
      value={waiting?.count.toLocaleString(locale())}
      hint={overviewWords('waitingNowHint')}
      to={listAddress('waiting')}
    />
  );
}

function LongestWait({ waiting }: { waiting: Overview['waiting'] | undefined }) {
  const now = useNow();
  const longest = waiting?.longest;
  return (
    <NumberCard
      label={overviewWords('longestWait')}
      value={waiting && (longest ? waitingFor(longest.since, now) : nothing)}
      hint={longest ? overviewWords('since', { time: exactTime(longest.since) }) : overviewWords('longestWaitHint')}
      to={longest ? `/conversations?selected=${longest.conversationId}` : undefined}
    />
  );
}

function DueSoon({ dueSoon }: { dueSoon: Overview['dueSoon'] | undefined }) {
  return (
    <NumberCard
      label={overviewWords('dueSoon')}
      value={dueSoon?.count.toLocaleString(locale())}
      hint={overviewWords('dueSoonHint', { number: (dueSoon?.overdue ?? 0).toLocaleString(locale()) })}
      to={listAddress('due')}
    />
  );
}

function PromisesKept({ promises: { given, kept } }: { promises: Overview['promises'] }) {
  return (
    <NumberCard
      label={overviewWords('promisesKept')}
      value={(kept / given).toLocaleString(locale(), { style: 'percent' })}
      hint={overviewWords('promisesHint', {
        kept: kept.toLocaleString(locale()),
        given: given.toLocaleString(locale()),
      })}
    />
  );
}

function DueToday({ dueToday }: { dueToday: Overview['dueToday'] | undefined }) {
  const reminders = useRead(listReminders, {}).data?.filter(
    ({ remindAt }) => dueToday && Date.parse(remindAt) < Date.parse(dueToday.dayEnd),
  );
  const [next] = reminders ?? [];
  return (
    <NumberCard
      label={overviewWords('dueToday')}
      value={dueToday?.count.toLocaleString(locale())}
      hint={overviewWords('dueTodayHint')}
      to={dueToday && listAddress('snoozed', dueBefore(dueToday.dayEnd))}
      below={
        next && (
          <Link className={styles.link} to={`/conversations?selected=${next.conversationId}`}>
            {overviewWords('reminders', { number: reminders?.length ?? 0 })}
          </Link>
        )
      }
    />
  );
}
