import { Box } from '@chakra-ui/react';
import type {
  simulationGaps,
  SimulationFigures,
  SimulationOutcome,
  SimulationResult,
} from '@parley/contracts/routing/simulation';
import type { SlaTarget } from '@parley/contracts/sla/due-kinds';
import { locale } from '../../i18n/language.ts';
import { simulationWords } from '../../i18n/en/simulation.ts';
import { measuredTime } from '../../ui/times.ts';
import styles from './simulation-report.module.css';

const gapWords: Record<(typeof simulationGaps)[number], () => string> = {
  presence: () => simulationWords('gapPresence'),
  state_now: () => simulationWords('gapState'),
  scope: () => simulationWords('gapScope'),
  cut: () => simulationWords('gapCut'),
};
const slaLabels = { first_response: 'slaFirst', next_response: 'slaNext', resolution: 'slaClose' } as const;

const none = '–';
const number = (count: number): string => count.toLocaleString(locale());
const percent = (share: number): string => share.toLocaleString(locale(), { style: 'percent' });
const duration = (seconds: number | null): string => (seconds === null ? none : measuredTime(seconds));
const keptShare = ({ due, kept }: { due: number; kept: number }): string => (due === 0 ? none : percent(kept / due));
const targetOf = ({ sla }: SimulationFigures, kind: SlaTarget) =>
  sla.find((each) => each.kind === kind) ?? { due: 0, kept: 0 };

interface Line {
  label: string;
  of: (figures: SimulationFigures) => string;
}

/** Returns the lines of the table in which at least one side has a value. */
function linesOf({ past, before, after }: SimulationResult): Line[] {
  const lines: Line[] = [
    { label: simulationWords('firstHalf'), of: ({ first }) => duration(first.p50) },
    { label: simulationWords('firstMost'), of: ({ first }) => duration(first.p90) },
    { label: simulationWords('allHalf'), of: ({ all }) => duration(all.p50) },
    { label: simulationWords('allMost'), of: ({ all }) => duration(all.p90) },
    { label: simulationWords('still'), of: ({ stillWaiting }) => number(stillWaiting) },
    ...(Object.keys(slaLabels) as SlaTarget[]).map((kind) => ({
      label: simulationWords(slaLabels[kind]),
      of: (figures: SimulationFigures) => keptShare(targetOf(figures, kind)),
    })),
    { label: simulationWords('promises'), of: ({ promises }) => keptShare(promises) },
  ];
  return lines.filter(({ of }) => [past, before, after].some((side) => of(side) !== none));
}

/** Shows what a simulation compares: in words, as a table, and the work of each person. */
export function SimulationReport({ result, isPolicy }: { result: SimulationResult; isPolicy: boolean }) {
  const { past, before, after, conversations, gaps } = result;
  const columns = [
    ...(isPolicy ? [] : [{ label: simulationWords('past'), figures: past }]),
    { label: simulationWords('before'), figures: before },
    { label: simulationWords('after'), figures: after },
  ];
  return (
    <Box mt="3">
      <Box role="status" fontWeight="500">
        {summaryOf(result, isPolicy).join(' ')}
      </Box>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <caption className="sr-only">{simulationWords('title')}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{simulationWords('title')}</span>
              </th>
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {linesOf(result).map(({ label, of }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {columns.map((column) => (
                  <td
                    key={column.label}
                    data-changed={column.figures === after && of(before) !== of(after) ? '' : undefined}
                  >
                    {of(column.figures)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {after.people.length > 0 && <People before={before} after={after} />}
      <Box mt="3" color="fg.muted" textStyle="xs">
        {[simulationWords('of', { number: number(conversations) }), ...gaps.map((gap) => gapWords[gap]())].map(
          (words) => (
            <div key={words}>{words}</div>
          ),
        )}
      </Box>
    </Box>
  );
}

/** Returns what changes, in words. */
function summaryOf({ before, after }: SimulationResult, isPolicy: boolean): string[] {
  const missed = ({ sla }: SimulationFigures): number => sla.reduce((sum, { due, kept }) => sum + due - kept, 0);
  const hasTargets = before.sla.length + after.sla.length > 0;
  const targets = hasTargets
    ? [simulationWords('missed', { before: number(missed(before)), after: number(missed(after)) })]
    : [];
  if (isPolicy) return targets;
  const [is, becomes] = [before.first.p90 ?? before.all.p90, after.first.p90 ?? after.all.p90];
  if (is === null || becomes === null || duration(is) === duration(becomes))
    return [simulationWords('same'), ...targets];
  const time = duration(Math.abs(becomes - is));
  return [simulationWords(becomes < is ? 'sooner' : 'later', { time }), ...targets];
}

type Side = Pick<SimulationOutcome, 'people'>;

/** Shows the responses of each person before and after as bars, with their numbers. */
function People({ before, after }: { before: Side; after: Side }) {
  const known = [...before.people.map(({ userId }) => userId), ...after.people.map(({ userId }) => userId)];
  const added = after.people.filter(({ userId }) => userId === null);
  const rows = [
    ...[...new Set(known)].flatMap((id) => {
      if (id === null) return [];
      const [was, is] = [before, after].map(({ people }) => people.find(({ userId }) => userId === id));
      return [{ key: id, name: (is ?? was)?.name ?? '', was, is }];
    }),
    ...added.map((is, index) => ({
      key: `added-${index}`,
      name: simulationWords('added', { number: number(index + 1) }),
      was: undefined,
      is,
    })),
  ];
  const most = Math.max(1, ...[...before.people, ...after.people].map(({ responses }) => responses));
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className={styles.caption}>{simulationWords('work')}</caption>
        <thead>
          <tr>
            <th scope="col">{simulationWords('person')}</th>
            <th scope="col">{simulationWords('before')}</th>
            <th scope="col">{simulationWords('after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, was, is }) => (
            <tr key={key}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              {[was, is].map((each, index) => (
                <td key={index === 0 ? 'before' : 'after'}>
                  {each ? (
                    <>
                      <span className={styles.bar} data-after={index === 1 ? '' : undefined}>
                        <span style={{ width: `${(100 * each.responses) / most}%` }} />
                      </span>
                      {number(each.responses)}
                      <span className={styles.busy}>{simulationWords('busy', { percent: percent(each.busy) })}</span>
                    </>
                  ) : (
                    none
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
