/** Trying a change on past days: what is asked for, the progress, and the comparison. */
import type { Simulation, SimulationOutcome } from '@parley/contracts/routing/simulation';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import SimulationPanel from '../src/domain/simulation/simulation-panel.tsx';
import { ada, show } from './screen.tsx';

const id = '0199a000-0000-7000-8000-000000000021';
const teamId = '0199a000-0000-7000-8000-000000000011';
const simulation: Simulation = {
  id,
  state: 'waiting',
  progress: 0,
  reason: null,
  reasonLocalized: null,
  from: '2026-11-23T08:00:00.000Z',
  until: '2026-11-30T08:00:00.000Z',
  result: null,
};
const wait = (p50: number, p90: number) => ({ responses: 40, p50, p90 });
const outcome = (p90: number, people: SimulationOutcome['people'], kept: number): SimulationOutcome => ({
  first: wait(60, p90),
  all: wait(60, p90),
  stillWaiting: 0,
  sla: [{ kind: 'first_response', due: 40, kept }],
  promises: { due: 0, kept: 0 },
  people,
});
const ofAda = { userId: ada.id, name: 'Ada', responses: 40, busy: 0.5, highestLoad: 4, capacity: 6 };
const done: Simulation = {
  ...simulation,
  state: 'done',
  progress: 1,
  result: {
    conversations: 40,
    past: outcome(500, [], 20),
    before: outcome(480, [ofAda], 20),
    after: outcome(
      240,
      [
        { ...ofAda, responses: 20, busy: 0.25 },
        { ...ofAda, userId: null, name: '', responses: 20 },
      ],
      38,
    ),
    gaps: ['presence'],
  },
};

const cellsOf = (row: HTMLElement): (string | null)[] =>
  [...row.querySelectorAll('td')].map(({ textContent }) => textContent);

it('a change of a team is tried with the chosen days and people, and compared in words and numbers', async () => {
  const { user, sent } = await show(
    <SimulationPanel trial={{ teamId, routing: { mode: 'balanced' } }} members={[{ id: ada.id, name: 'Ada' }]} />,
    { 'POST /api/simulations': simulation, [`GET /api/simulations/${id}`]: done },
  );
  const panel = within(screen.getByRole('region', { name: 'Try on past days' }));
  await user.selectOptions(panel.getByLabelText('Days'), 'Last 14 days');
  await user.selectOptions(panel.getByLabelText('More people'), '+1');
  await user.click(panel.getByRole('button', { name: 'Try it' }));
  expect((await panel.findByRole('status')).textContent).toBe(
    'Nine of ten customers get their first response 4m 00s sooner. SLA targets missed: 20 now, 2 with the change.',
  );
  expect(sent('POST /api/simulations')).toEqual([
    { days: 14, trial: { teamId, routing: { mode: 'balanced' }, extraPeople: 1 } },
  ]);
  const most = panel.getByRole('row', { name: /^First response: nine of ten/ });
  expect(cellsOf(most)).toEqual(['8m 20s', '8m 00s', '4m 00s']);
  expect(cellsOf(panel.getByRole('row', { name: /^First responses within the SLA/ }))).toEqual(['50%', '50%', '95%']);
  expect(panel.queryByRole('row', { name: /^Promised/ })).toBeNull();
  expect(cellsOf(panel.getByRole('row', { name: /^Ada/ }))).toEqual(['4050% busy', '2025% busy']);
  expect(cellsOf(panel.getByRole('row', { name: /^Added person 1/ }))).toEqual(['–', '2050% busy']);
  panel.getByText('Conversations replayed: 40');
  panel.getByText(/^People count as at work/);
});

it('another SLA policy is compared with the past itself, without people', async () => {
  const policy = {
    name: 'VIP',
    filter: { all: [] },
    firstResponseMinutes: 5,
    nextResponseMinutes: null,
    resolutionMinutes: null,
    schedule: 'always',
    scheduleId: null,
    pausesWhileWaiting: true,
    countsAssistant: false,
  } as const;
  const { user } = await show(<SimulationPanel trial={{ policy: { ...policy, filter: { all: [] } } }} />, {
    'POST /api/simulations': simulation,
    [`GET /api/simulations/${id}`]: done,
  });
  expect(screen.queryByLabelText('More people')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try it' }));
  expect((await screen.findByRole('status')).textContent).toBe('SLA targets missed: 20 now, 2 with the change.');
  expect(screen.queryByText('In fact')).toBeNull();
});

it('a simulation that fails says why, and can be started again', async () => {
  const { user, sent } = await show(<SimulationPanel trial={{ teamId }} members={[]} />, {
    'POST /api/simulations': simulation,
    [`GET /api/simulations/${id}`]: { ...simulation, state: 'failed', reason: 'Choose fewer days.' },
  });
  await user.click(screen.getByRole('button', { name: 'Try it' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Choose fewer days.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(sent('POST /api/simulations')).toHaveLength(2));
});
