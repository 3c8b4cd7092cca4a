import { Portal } from '@chakra-ui/react';
import { getWallboard, type PeriodStatistics, type Wallboard as Figures } from '@parley/contracts/routes/overview';
import { Maximize, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useRead } from '../../api/read.ts';
import { useCommands } from '../../commands/commands.ts';
import { byAvailability } from '../../domain/conversation/assignable.ts';
import { useTeams } from '../../domain/users/use-teams.ts';
import { common } from '../../i18n/en/common.ts';
import { overviewWords } from '../../i18n/en/overview.ts';
import { locale } from '../../i18n/language.ts';
import { timeZoneShown } from '../../i18n/time-format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { useNow } from '../../ui/clock.ts';
import { FailedState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/fields.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { clockTime, waitingFor, waitingUrgency } from '../../ui/times.ts';
import { durationOf, nothing } from './read-overview.ts';
import styles from './wallboard.module.css';

interface WallboardProps {
  /** Says that the figures may be old. */
  connection?: ReactNode;
}

/** Shows the open work of a team, or of all, over the whole window: for a screen on the wall. */
export function Wallboard({ connection }: WallboardProps) {
  const [query, setQuery] = useSearchParams();
  const teams = useTeams();
  const team = teams.find(({ id }) => id === query.get('team'));
  const figures = useRead(getWallboard, { query: { timeZone: timeZoneShown(), ...(team && { teamId: team.id }) } });
  const navigate = useNavigate();
  const leave = () => void navigate('/');
  const board = useRef<HTMLElement>(null);
  const title = team?.name ?? overviewWords('allTeams');
  usePageTitle(`${overviewWords('wallboard')}: ${title}`);
  useCommands([
    { id: 'wallboard:leave', label: overviewWords('leaveWallboard'), group: 'General', keys: 'Escape', run: leave },
  ]);
  return (
    <Portal>
      <section ref={board} className={styles.board} aria-labelledby="wallboard" aria-busy={!figures.data}>
        <header className={styles.head}>
          <h1 id="wallboard">
            <bdi>{title}</bdi>
          </h1>
          {connection}
          <Clock />
          <div className={styles.tools}>
            {teams.length > 0 && (
              <Select
                aria-label={overviewWords('team')}
                value={team?.id ?? ''}
                options={[
                  { value: '', label: overviewWords('allTeams') },
                  ...teams.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(id) => setQuery(id ? { team: id } : {}, { replace: true })}
              />
            )}
            <button
              type="button"
              aria-label={overviewWords('fullScreen')}
              title={overviewWords('fullScreen')}
              onClick={() => void board.current?.requestFullscreen()}
            >
              <Maximize size={18} aria-hidden />
            </button>
            <button
              type="button"
              aria-label={overviewWords('leaveWallboard')}
              title={overviewWords('leaveWallboard')}
              onClick={leave}
            >
              <X size={20} aria-hidden />
            </button>
          </div>
        </header>
        {figures.isError && !figures.data ? (
          <FailedState error={figures.error} retry={() => void figures.refetch()} />
        ) : (
          <>
            <OpenWork figures={figures.data} />
            <Today figures={figures.data} />
            <Members load={figures.data?.load} />
          </>
        )}
      </section>
    </Portal>
  );
}

function Clock() {
  const now = new Date(useNow()).toISOString();
  return (
    <time className={styles.clock} dateTime={now}>
      {clockTime(now)}
    </time>
  );
}

interface FigureProps {
  label: string;
  /** Undefined while it is not known. */
  value: string | undefined;
  urgency?: ReturnType<typeof waitingUrgency>;
  below?: ReactNode;
}

function Figure({ label, value, urgency = 'none', below }: FigureProps) {
  return (
    <div className={styles.figure} data-urgency={urgency}>
      <dt>{label}</dt>
      <dd className={styles.value}>{value ?? ' '}</dd>
      {below && <dd className={styles.below}>{below}</dd>}
    </div>
  );
}

function OpenWork({ figures }: { figures: Figures | undefined }) {
  const now = useNow();
  const longest = figures?.waiting.longest;
  return (
    <dl className={styles.now}>
      <Figure label={overviewWords('waitingNow')} value={figures?.waiting.count.toLocaleString(locale())} />
      <Figure
        label={overviewWords('longestWait')}
        value={figures && (longest ? waitingFor(longest.since, now) : nothing)}
        urgency={longest ? waitingUrgency(longest.since, now) : 'none'}
      />
      <Figure label={overviewWords('unassigned')} value={figures?.load.unassigned.toLocaleString(locale())} />
    </dl>
  );
}

const measures: readonly { label: () => string; of: (statistics: PeriodStatistics) => string }[] = [
  { label: () => overviewWords('begunToday'), of: ({ begun }) => begun.toLocaleString(locale()) },
  { label: () => overviewWords('closedToday'), of: ({ closed }) => closed.toLocaleString(locale()) },
  {
    label: () => overviewWords('firstAnswerToday'),
    of: ({ firstAnswerSeconds }) => durationOf(firstAnswerSeconds),
  },
];

function Today({ figures }: { figures: Figures | undefined }) {
  return (
    <dl className={styles.today}>
      {measures.map(({ label, of }, index) => (
        <Figure
          key={index}
          label={label()}
          value={figures && of(figures.today)}
          below={figures && overviewWords('yesterday', { value: of(figures.yesterday) })}
        />
      ))}
    </dl>
  );
}

/** Shows who is at work, with the open conversations of each; of the others how many. */
function Members({ load }: { load: Figures['load'] | undefined }) {
  const members = load?.representatives.toSorted(
    (one, other) => byAvailability.indexOf(one.availability) - byAvailability.indexOf(other.availability),
  );
  const atWork = members?.filter(({ availability }) => availability !== 'offline') ?? [];
  const away = (members?.length ?? 0) - atWork.length;
  return (
    <ul className={styles.members} aria-label={overviewWords('team')}>
      {atWork.map(({ id, name, availability, profileImageUrl, openConversations, waitingConversations }) => (
        <li key={id}>
          <Avatar name={name} imageUrl={profileImageUrl} size="lg" status={availability} />
          <span className={styles.member}>
            <bdi>{name}</bdi>
            <span className="sr-only">, {common(availability)}</span>
            <small>{overviewWords('loadOf', { open: openConversations, waiting: waitingConversations })}</small>
          </span>
        </li>
      ))}
      {away > 0 && <li className={styles.away}>{overviewWords('offlineNumber', { number: away })}</li>}
    </ul>
  );
}
