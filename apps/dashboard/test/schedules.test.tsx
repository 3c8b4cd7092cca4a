/** The tab of schedules: what is sent, and what is refused before that. */
import { defaultScheduleId, type Schedule } from '@parley/contracts/schedules/schedule';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Schedules } from '../src/features/schedules/schedules.tsx';
import { settingsAnswers, show } from './screen.tsx';

const usual = [{ start: '09:00', end: '17:00' }];
const week = {
  monday: usual,
  tuesday: usual,
  wednesday: usual,
  thursday: usual,
  friday: usual,
  saturday: [],
  sunday: [],
};
const schedule = (change: Partial<Schedule>): Schedule => ({
  id: 's1',
  name: 'Shop',
  isDefault: false,
  isAlwaysOpen: false,
  timezone: 'Europe/Paris',
  week,
  exceptions: [],
  holidays: [],
  holidayCalendar: { host: null, readAt: null, failure: null, failureLocalized: null },
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...change,
});
const ofBusiness = schedule({ id: defaultScheduleId, name: '', isDefault: true });

const answers = (...others: Schedule[]) => ({
  ...settingsAnswers(),
  'GET /api/schedules': [ofBusiness, ...others],
  'GET /api/websites': [{ id: 'w1', domain: 'shop.example.com', scheduleId: 's1' }],
  'GET /api/teams': [],
});

describe('schedules', () => {
  it('are listed with their users, business hours first and not to be deleted', async () => {
    await show(<Schedules />, answers(schedule({})));
    const [first, second] = await screen.findAllByRole('listitem');
    if (!first || !second) throw new Error('two schedules');
    expect(within(first).getByText('Business Hours')).toBeTruthy();
    expect(within(first).queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(within(second).getByText('Used by shop.example.com')).toBeTruthy();
  });

  it('are added with several times a day, copied to the other weekdays', async () => {
    const { user, sent } = await show(<Schedules />, { ...answers(), 'POST /api/schedules': { id: 'made' } });
    await user.click(await screen.findByRole('button', { name: 'Add schedule' }));
    await user.type(screen.getByLabelText(/^Name/), 'Support');
    await user.click(screen.getByRole('button', { name: 'Add time on Monday' }));
    await user.click(screen.getByRole('button', { name: 'Copy Monday to the other weekdays' }));
    await user.click(screen.getByRole('button', { name: 'Save schedule' }));
    const twice = [...usual, { start: '18:00', end: '22:00' }];
    await expect
      .poll(() => sent('POST /api/schedules'))
      .toMatchObject([{ name: 'Support', week: { monday: twice, friday: twice, saturday: [] }, exceptions: [] }]);
  });

  it('with overlapping times can’t be saved, and show why', async () => {
    const { user, sent } = await show(<Schedules />, answers(schedule({})));
    const [, second] = await screen.findAllByRole('button', { name: 'Edit' });
    if (!second) throw new Error('a schedule to edit');
    await user.click(second);
    await user.click(screen.getByRole('button', { name: 'Add time on Monday' }));
    const start = screen.getByLabelText('Monday from, time 2');
    await user.clear(start);
    await user.type(start, '16:00');
    expect(await screen.findByText('These times overlap, or run into the next day’s.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save schedule' }));
    expect(sent('PATCH /api/schedules/s1')).toEqual([]);
  });

  it('of business hours take exceptions alone', async () => {
    const { user, sent } = await show(<Schedules />, {
      ...answers(),
      [`PATCH /api/schedules/${defaultScheduleId}`]: ofBusiness,
    });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(screen.queryByLabelText('Monday from, time 1')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add exception' }));
    await user.type(screen.getByLabelText('Occasion'), 'Outing');
    await user.click(screen.getByRole('button', { name: 'Save schedule' }));
    await expect
      .poll(() => sent(`PATCH /api/schedules/${defaultScheduleId}`))
      .toMatchObject([{ exceptions: [{ name: 'Outing', ranges: [] }], expected: { exceptions: [] } }]);
  });

  it('read holidays from an address, and show why the last read failed', async () => {
    const failed = schedule({
      holidays: [{ date: '2026-12-25', name: 'Christmas' }],
      holidayCalendar: {
        host: 'calendar.example.com',
        readAt: '2026-01-01T00:00:00.000Z',
        failure: 'It answered 500.',
        failureLocalized: null,
      },
    });
    const { user, sent } = await show(<Schedules />, {
      ...answers(failed),
      'PUT /api/schedules/s1/holidays': failed,
    });
    const [, second] = await screen.findAllByRole('button', { name: 'Edit' });
    if (!second) throw new Error('a schedule to edit');
    await user.click(second);
    expect(screen.getByText('The last read failed: It answered 500.')).toBeTruthy();
    await user.type(screen.getByLabelText('Calendar address'), 'https://calendar.example.com/de.ics');
    await user.click(screen.getByRole('button', { name: 'Read calendar' }));
    await expect
      .poll(() => sent('PUT /api/schedules/s1/holidays'))
      .toEqual([{ url: 'https://calendar.example.com/de.ics' }]);
  });
});
