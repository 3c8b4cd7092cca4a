import type { WorkingHours } from '@parley/contracts/schedules/schedule';
import { describe, expect, it } from 'vitest';
import { presetsAt } from '../src/domain/snooze/presets.ts';

const open = [{ start: '08:30', end: '17:00' }];
const day = (isOpen: boolean) => (isOpen ? open : []);
/** Schedule with a number of weekdays from Monday, by the clock of Paris. */
const openOn = (days: number): WorkingHours => ({
  timezone: 'Europe/Paris',
  week: {
    monday: day(days > 0),
    tuesday: day(days > 1),
    wednesday: day(days > 2),
    thursday: day(days > 3),
    friday: day(days > 4),
    saturday: day(days > 5),
    sunday: day(days > 6),
  },
  exceptions: [],
  holidays: [],
});
const hours = openOn(5);
const none = null;

const offered = (now: string, kept: WorkingHours | null = hours, zone = 'Europe/Paris') =>
  presetsAt(new Date(now), kept, zone).map(({ id, at }) => [id, at.toISOString()]);

describe('presets for a snooze', () => {
  it('is later today while the team is in, the next morning, and the next week', () => {
    // A Wednesday, 10:20 in Paris.
    expect(offered('2026-11-18T09:20:00Z')).toEqual([
      ['laterToday', '2026-11-18T13:00:00.000Z'],
      ['tomorrow', '2026-11-19T07:30:00.000Z'],
      ['nextWeek', '2026-11-23T07:30:00.000Z'],
    ]);
  });

  it('is the next working morning on a Friday evening, which is next week’s too, said once', () => {
    expect(offered('2026-11-20T16:30:00Z')).toEqual([['nextDay', '2026-11-23T07:30:00.000Z']]);
  });

  it('they keep to the team’s clock for a user in another zone, and over the change of the clocks', () => {
    // A Friday; Paris's clocks go back on Sunday. It is Thursday still in Honolulu.
    expect(offered('2026-10-23T06:00:00Z', hours, 'Pacific/Honolulu')).toEqual([
      ['laterToday', '2026-10-23T09:00:00.000Z'],
      ['nextDay', '2026-10-26T07:30:00.000Z'],
    ]);
  });

  it('begins the day at nine on the reader’s clock where no hours are kept', () => {
    // A Sunday, 21:00 in New York.
    expect(offered('2026-11-23T02:00:00Z', none, 'America/New_York')).toEqual([
      ['tomorrow', '2026-11-23T14:00:00.000Z'],
    ]);
    expect(offered('2026-11-18T15:00:00Z', none, 'America/New_York')).toEqual([
      ['laterToday', '2026-11-18T18:00:00.000Z'],
      ['tomorrow', '2026-11-19T14:00:00.000Z'],
      ['nextWeek', '2026-11-23T14:00:00.000Z'],
    ]);
  });

  it('offers nothing where no day of the week is open', () => {
    expect(offered('2026-11-18T09:20:00Z', openOn(0))).toEqual([]);
  });

  it('passes over holidays, and begins at nine on days around the clock', () => {
    // A Friday evening; Monday is a holiday.
    const withHoliday = { ...hours, holidays: [{ date: '2026-11-23', name: 'Holiday' }] };
    expect(offered('2026-11-20T16:30:00Z', withHoliday)).toEqual([['nextDay', '2026-11-24T07:30:00.000Z']]);
    const always = [{ start: '00:00', end: '00:00' }];
    const week = { ...hours.week, saturday: always, sunday: always, monday: always };
    expect(offered('2026-11-21T16:30:00Z', { ...hours, week }).slice(0, 2)).toEqual([
      ['laterToday', '2026-11-21T20:00:00.000Z'],
      ['tomorrow', '2026-11-22T08:00:00.000Z'],
    ]);
  });

  it('offers the end of a break instead of a time within it', () => {
    const split = [
      { start: '08:00', end: '12:00' },
      { start: '14:00', end: '18:00' },
    ];
    const withBreak = { ...hours, week: { ...hours.week, wednesday: split } };
    expect(offered('2026-11-18T08:30:00Z', withBreak)[0]).toEqual(['laterToday', '2026-11-18T13:00:00.000Z']);
  });
});
