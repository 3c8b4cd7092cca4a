/** The form by which a team's conversations are assigned, and its preview. */
import type { Team } from '@parley/contracts/permissions/roles';
import { defaultRouting, type RoutingPreview } from '@parley/contracts/routing/routing';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import TeamRouting from '../src/features/roles/team-routing.tsx';
import { ada, settingsAnswers, show } from './screen.tsx';

const team: Team = {
  id: '0199a000-0000-7000-8000-000000000011',
  name: 'Shop',
  memberIds: [ada.id],
  leadIds: [],
  websiteIds: [],
  routing: { ...defaultRouting, mode: 'balanced' },
  scheduleId: null,
  directoryGroup: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const preview: RoutingPreview = {
  waiting: 7,
  members: [{ userId: ada.id, name: ada.name, availability: 'online', load: 2.25, capacity: 6 }],
  next: {
    userId: ada.id,
    because: '2.25 of 6 open',
    becauseLocalized: { code: 'routed_load', values: { load: 2.25, capacity: 6 } },
  },
  nobody: null,
};

it('says who would get the next conversation, and saves what was chosen against what was seen', async () => {
  const onClose = vi.fn<() => void>();
  const { user, sent } = await show(<TeamRouting team={team} onClose={onClose} />, {
    ...settingsAnswers(),
    'GET /api/views': [],
    [`POST /api/teams/${team.id}/routing/preview`]: preview,
    [`PATCH /api/teams/${team.id}`]: team,
    'GET /api/teams': [team],
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Assignment in Shop' }));
  await dialog.findByText('2.25 of 6');
  await dialog.findByText('7 conversations wait');
  await dialog.findByText(/2\.25 of 6 open$/);
  await user.selectOptions(dialog.getByLabelText('Assign waiting conversations'), 'In turn');
  await vi.waitFor(() =>
    expect(sent(`POST /api/teams/${team.id}/routing/preview`).at(-1)).toMatchObject({
      routing: { mode: 'round_robin' },
    }),
  );
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent(`PATCH /api/teams/${team.id}`)).toEqual([
    { routing: { ...team.routing, mode: 'round_robin' }, expected: { routing: team.routing } },
  ]);
});
