/** Dates and times in the formats that a user has chosen. */
import { afterEach, describe, expect, it } from 'vitest';
import { chooseTimeFormat } from '../src/i18n/time-format.ts';
import { asFieldValue, ofFieldValue } from '../src/ui/field-time.ts';
import { calendarDate, clockTime, dateStamp, dayName, dayOf, exactTime, localDay, shortTime } from '../src/ui/times.ts';

const automatic = { timeZone: null, dateFormat: null, hourFormat: null };
afterEach(() => chooseTimeFormat(automatic));

const at = '2026-11-29T23:30:00.000Z';
const now = Date.parse('2026-12-20T12:00:00.000Z');

describe('the time zone of the user', () => {
  it('moves the clock and the day of a moment', () => {
    chooseTimeFormat({ ...automatic, timeZone: 'Asia/Tokyo', hourFormat: '24h' });
    expect(clockTime(at)).toBe('08:30');
    expect(dateStamp(new Date(at))).toBe('2026-11-30');
    expect(localDay(at)).toBe(localDay('2026-11-30T14:00:00.000Z'));
    chooseTimeFormat({ ...automatic, timeZone: 'America/New_York', hourFormat: '24h' });
    expect(clockTime(at)).toBe('18:30');
    expect(dateStamp(new Date(at))).toBe('2026-11-29');
    expect(localDay(at)).toBe(localDay('2026-11-29T06:00:00.000Z'));
  });

  it('counts for today and for the year', () => {
    chooseTimeFormat({ ...automatic, timeZone: 'Pacific/Auckland', dateFormat: 'dmy' });
    expect(dayName('2026-12-19T20:00:00.000Z', now)).toBe('Yesterday');
    expect(shortTime('2025-12-31T20:00:00.000Z', now)).toBe('1 Jan');
  });

  it('is that of a field for a time, both ways', () => {
    chooseTimeFormat({ ...automatic, timeZone: 'Asia/Tokyo' });
    expect(asFieldValue(new Date(at))).toBe('2026-11-30T08:30');
    expect(ofFieldValue('2026-11-30T08:30').toISOString()).toBe(at);
  });
});

describe('the date format of the user', () => {
  it.each([
    ['dmy', '29 Nov 2026', '29 November'],
    ['mdy', 'Nov 29, 2026', 'November 29'],
    ['ymd', '2026-11-29', '11-29'],
  ] as const)('%s orders days and dates with and without a year', (dateFormat, date, day) => {
    chooseTimeFormat({ ...automatic, timeZone: 'UTC', dateFormat });
    expect(dayOf(at)).toBe(date);
    expect(calendarDate('2026-11-29')).toBe(date);
    expect(dayName(at, now)).toContain(day);
    expect(exactTime(at)).toContain(dateFormat === 'ymd' ? date : day);
  });
});

it('the time format of the user has twelve or twenty-four hours', () => {
  chooseTimeFormat({ ...automatic, timeZone: 'UTC', hourFormat: '12h' });
  expect(clockTime(at)).toMatch(/^11:30\s?pm$/i);
  chooseTimeFormat({ ...automatic, timeZone: 'UTC', hourFormat: '24h' });
  expect(clockTime(at)).toBe('23:30');
});
