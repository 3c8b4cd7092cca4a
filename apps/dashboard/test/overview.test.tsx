/** Where the overview cannot be loaded, it says so once for what is away once. */
import { defaultSettings } from '@parley/contracts/settings/settings';
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import OverviewPage from '../src/pages/overview-page.tsx';
import { ada, leave, refusal, show } from './screen.tsx';

afterEach(leave);

const away = () => refusal('unavailable', 'The database is away.');
const reads = [
  'GET /api/overview',
  'GET /api/stats',
  'GET /api/conversations',
  'GET /api/representatives',
  'GET /api/settings',
];
const failing = Object.fromEntries(reads.map((name) => [name, away]));

it('all of it failing is one error, and trying again asks for all of it', async () => {
  const { user, sent } = await show(<OverviewPage />, failing);
  await vi.waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
  const before = reads.map((name) => sent(name).length);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(reads.map((name) => sent(name).length)).toEqual(before.map((count) => count + 1)));
  await vi.waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
});

it('a section that fails by itself says so in its place', async () => {
  await show(<OverviewPage />, {
    ...failing,
    'GET /api/settings': defaultSettings,
    'GET /api/representatives': [ada],
    'GET /api/conversations': [],
  });
  await screen.findByText(ada.name);
  await vi.waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
});
