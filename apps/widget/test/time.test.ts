import { expect, it } from 'vitest';
import { dayOf, momentOf, sameDay } from '../src/chat/time.ts';

const now = new Date(2026, 10, 21, 12, 0);
const at = (day: number, hour = 9) => new Date(2026, 10, day, hour).toISOString();

it.each([
  [21, 'today'],
  [20, 'yesterday'],
  [22, 'tomorrow'],
  [23, 'Monday'],
])('names day %i of the month as seen on the 21st: %s', (day, name) => {
  expect(dayOf(at(day), 'en-GB', now)).toBe(name);
});

it('names older days by their date', () => {
  expect(dayOf(at(10), 'en-GB', now)).toBe('10 Nov 2026');
});

it('tells a moment to come by day and time', () => {
  expect(momentOf(at(22), 'en-GB', now)).toBe('tomorrow 9:00');
  expect(momentOf(at(23, 18), 'de', now)).toBe('Montag 18:00');
});

it('goes by the visitor’s own midnight', () => {
  expect(sameDay(new Date(2026, 10, 21, 0, 1).toISOString(), new Date(2026, 10, 21, 23, 59).toISOString())).toBe(true);
  expect(sameDay(new Date(2026, 10, 21, 23, 59).toISOString(), new Date(2026, 10, 22, 0, 1).toISOString())).toBe(false);
});
