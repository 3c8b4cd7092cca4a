import type { Settings } from '@parley/contracts/settings/settings';
import { describe, expect, it } from 'vitest';
import { presetsAt } from '../src/domain/snooze/presets.ts';

const open = { enabled: true, start: '08:30', end: '17:00' };
const shut = { ...open, enabled: false };

const day = (isOpen: boolean) => (isOpen ? open : shut);
/** Business hours on a number of weekdays from Monday, by the clock of Paris. */
const openOn = (days: number): Settings['businessHours'] => ({
  enabled: true,
  timezone: 'Europe/Paris',
  monday: day(days > 0),
  tuesday: day(days > 1),
  wednesday: day(days > 2),
  thursday: day(days > 3),
  friday: day(days > 4),
  saturday: day(days > 5),
  sunday: day(days > 6),
});
const hours = openOn(5);
const none = { ...hours, enabled: false };

const offered = (now: string, kept = hours, zone = 'Europe/Paris') =>
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
});
