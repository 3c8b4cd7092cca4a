/** Shifts of a user, as they and those who manage users edit them. */
import type { Shift } from '@parley/contracts/users/shifts';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import Shifts from '../src/domain/absences/shifts.tsx';
import { daysWords, isOffShift } from '../src/domain/absences/shift-words.ts';
import { ada, show } from './screen.tsx';

const shift: Shift = {
  id: '0199a000-0000-7000-8000-000000000022',
  userId: ada.id,
  weekdays: ['monday', 'tuesday', 'wednesday', 'friday'],
  start: '16:00',
  end: '23:59',
  timezone: 'Asia/Tokyo',
  from: '2026-01-01',
  until: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
};

it('a shift is shown by its days, times and another zone, and a new one starts with the workdays', async () => {
  const { user, sent } = await show(<Shifts userId={ada.id} title="Shifts" />, {
    'GET /api/shifts': [shift],
    [`POST /api/users/${ada.id}/shifts`]: shift,
  });
  expect(await screen.findByText('Mon–Wed, Fri 16:00–24:00')).toBeTruthy();
  expect(screen.getByText('Asia/Tokyo')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add shift' }));
  await user.click(await screen.findByRole('button', { name: 'Friday' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent(`POST /api/users/${ada.id}/shifts`)).toHaveLength(1));
  expect(sent(`POST /api/users/${ada.id}/shifts`)[0]).toMatchObject({
    weekdays: ['monday', 'tuesday', 'wednesday', 'thursday'],
    start: '09:00',
    end: '17:00',
    until: null,
  });
});

it('a shift that began since it was read is under way', () => {
  const [past, future] = ['2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z'];
  expect(isOffShift(null)).toBe(false);
  expect(isOffShift({ until: future, next: null })).toBe(false);
  expect(isOffShift({ until: null, next: future })).toBe(true);
  expect(isOffShift({ until: past, next: future })).toBe(true);
  expect(isOffShift({ until: null, next: past })).toBe(false);
  expect(daysWords(['sunday', 'monday'])).toBe('Mon, Sun');
});
