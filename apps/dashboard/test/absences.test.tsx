/** Absences of a user, as they and those who manage users edit them. */
import type { Absence } from '@parley/contracts/users/absences';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import Absences from '../src/domain/absences/absences.tsx';
import { ada, show } from './screen.tsx';

const absence: Absence = {
  id: '0199a000-0000-7000-8000-000000000021',
  userId: ada.id,
  from: '2030-03-04T00:00:00.000Z',
  until: '2030-03-09T00:00:00.000Z',
  coveredBy: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
};

it('an absence lasts to the end of its last day', async () => {
  const { user, sent } = await show(<Absences userId={ada.id} title="Absences" />, {
    'GET /api/absences': [],
    'GET /api/representatives': [],
    [`POST /api/users/${ada.id}/absences`]: absence,
  });
  await screen.findByText('No absences');
  await user.click(screen.getByRole('button', { name: 'Add absence' }));
  const first = await screen.findByLabelText(/^First day/);
  const last = screen.getByLabelText(/^Last day/);
  await user.clear(first);
  await user.type(first, '2030-03-04');
  await user.clear(last);
  await user.type(last, '2030-03-08');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent(`POST /api/users/${ada.id}/absences`)).toHaveLength(1));
  const [body] = sent(`POST /api/users/${ada.id}/absences`) as { from: string; until: string; coveredBy: null }[];
  expect((Date.parse(body?.until ?? '') - Date.parse(body?.from ?? '')) / 86_400_000).toBe(5);
  expect(body?.coveredBy).toBeNull();
});
