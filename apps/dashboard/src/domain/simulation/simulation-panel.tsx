import { Box, Button } from '@chakra-ui/react';
import { capacityMax, simulatedExtraMax } from '@parley/contracts/routing/limits';
import type { PolicyTrial, Simulation, SimulationDraft, TeamTrial } from '@parley/contracts/routing/simulation';
import { listShifts } from '@parley/contracts/routes/shifts';
import { readSimulation, startSimulation } from '@parley/contracts/routes/simulations';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { listed, locale } from '../../i18n/language.ts';
import { t } from '../../i18n/server-text.ts';
import { simulationWords } from '../../i18n/en/simulation.ts';
import { SelectField } from '../../ui/fields.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { SimulationReport } from './simulation-report.tsx';

const watchEveryMs = 700;
const dayChoices = { '1': 'lastDay', '7': 'lastWeek', '14': 'lastTwoWeeks', '30': 'lastMonth' } as const;
const extraChoices = [0, 1, 2, 3, 5, 10, simulatedExtraMax];
const capacityChoices = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, capacityMax];

interface Person {
  id: string;
  name: string;
}

interface PanelProps {
  /** Change to try out. */
  trial: PolicyTrial | Pick<TeamTrial, 'teamId' | 'routing'>;
  /** Members of the team: other staffing can be tried out too. */
  members?: readonly Person[];
}

type Staff = Pick<TeamTrial, 'extraPeople' | 'withoutIds' | 'capacity' | 'byShifts'>;

/** Tries a change on past days before it is saved, and compares. */
export default function SimulationPanel({ trial, members }: PanelProps) {
  const [days, setDays] = useState<keyof typeof dayChoices>('7');
  const [staff, setStaff] = useState<Staff>({});
  const wanted: SimulationDraft = { days: Number(days), trial: 'policy' in trial ? trial : { ...trial, ...staff } };
  const start = useMutation({ mutationFn: () => call(startSimulation, { body: wanted }) });
  const id = start.data?.id;
  const watched = useQuery({
    queryKey: keyOf(readSimulation, { params: { id: id ?? '' } }),
    queryFn: id === undefined ? skipToken : () => call(readSimulation, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : watchEveryMs),
    retry: false,
  });
  const simulation = watched.data ?? start.data;
  const isRunning = start.isPending || (simulation !== undefined && !isOver(simulation) && !watched.error);
  const failure = start.error ?? watched.error;
  const fault = failure ? wordsOf(failure) : simulation?.reason && t(simulation.reasonLocalized, simulation.reason);
  return (
    <Box as="section" aria-label={simulationWords('title')} bg="bg.muted" borderRadius="lg" p="3" fontSize="sm">
      <Box fontWeight="600">{simulationWords('title')}</Box>
      <Box color="fg.muted" textStyle="xs">
        {simulationWords('hint')}
      </Box>
      <Box display="grid" gap="3" mt="3" gridTemplateColumns={{ base: '1fr', sm: 'repeat(2, minmax(0, 1fr))' }}>
        <SelectField
          label={simulationWords('days')}
          value={days}
          options={Object.entries(dayChoices).map(([value, label]) => ({
            value: value as keyof typeof dayChoices,
            label: simulationWords(label),
          }))}
          onChange={setDays}
        />
        {members && <StaffFields members={members} staff={staff} onChange={setStaff} />}
      </Box>
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="3" mt="3">
        <Button size="sm" variant="outline" {...pausedWhile(isRunning, () => start.mutate())}>
          {simulationWords(simulation ? 'again' : 'run')}
        </Button>
        <Box aria-live="polite" color="fg.muted">
          {isRunning && progressWords(simulation)}
        </Box>
      </Box>
      {isRunning && simulation && <Progress share={simulation.progress} />}
      {fault && !isRunning && (
        <Box role="alert" mt="3" color="fg.error">
          {fault}
        </Box>
      )}
      {simulation?.result && <SimulationReport result={simulation.result} isPolicy={'policy' in trial} />}
    </Box>
  );
}

const isOver = ({ state }: Simulation): boolean => state === 'done' || state === 'failed';

const percent = (share: number): string => share.toLocaleString(locale(), { style: 'percent' });

const progressWords = (simulation: Simulation | undefined): string =>
  simulation?.state === 'running'
    ? simulationWords('running', { percent: percent(simulation.progress) })
    : simulationWords('waiting');

function Progress({ share }: { share: number }) {
  return (
    <Box mt="2" h="1" borderRadius="full" bg="bg.emphasized" overflow="hidden" aria-hidden>
      <Box h="full" bg="fg" transition="width 0.3s" style={{ width: `${100 * share}%` }} />
    </Box>
  );
}

interface StaffProps {
  members: readonly Person[];
  staff: Staff;
  onChange: (staff: Staff) => void;
}

/** Chooses other people for the trial. */
function StaffFields({ members, staff, onChange }: StaffProps) {
  const shifts = useRead(listShifts, {}).data ?? [];
  const withoutShifts = members.filter(({ id }) => !shifts.some(({ userId }) => userId === id));
  return (
    <>
      {withoutShifts.length < members.length && (
        <SelectField
          label={simulationWords('atWork')}
          hint={
            staff.byShifts && withoutShifts.length > 0
              ? simulationWords('withoutShifts', { names: listed(withoutShifts.map(({ name }) => name)) })
              : undefined
          }
          value={staff.byShifts ? 'shifts' : 'then'}
          options={[
            { value: 'then', label: simulationWords('asThen') },
            { value: 'shifts', label: simulationWords('byShifts') },
          ]}
          onChange={(source) => onChange({ ...staff, byShifts: source === 'shifts' })}
        />
      )}
      <SelectField
        label={simulationWords('more')}
        value={String(staff.extraPeople ?? 0)}
        options={extraChoices.map((count) => ({
          value: String(count),
          label: count === 0 ? simulationWords('nobody') : `+${count.toLocaleString(locale())}`,
        }))}
        onChange={(count) => onChange({ ...staff, extraPeople: Number(count) })}
      />
      <SelectField
        label={simulationWords('without')}
        value={staff.withoutIds?.[0] ?? ''}
        options={[
          { value: '', label: simulationWords('nobody') },
          ...members.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => onChange({ ...staff, withoutIds: id === '' ? [] : [id] })}
      />
      <SelectField
        label={simulationWords('capacity')}
        value={String(staff.capacity ?? '')}
        options={[
          { value: '', label: simulationWords('asSet') },
          ...capacityChoices.map((count) => ({ value: String(count), label: count.toLocaleString(locale()) })),
        ]}
        onChange={(count) => {
          const { capacity: _, ...others } = staff;
          onChange(count === '' ? others : { ...others, capacity: Number(count) });
        }}
      />
    </>
  );
}
