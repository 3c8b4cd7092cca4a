import { expect, test } from 'vitest';
import { teamHours } from '../src/settings/business-hours.ts';
import { defaultSettings } from '../src/settings/settings.ts';

const hours = (day: { start: string; end: string }) => ({
  ...defaultSettings.businessHours,
  enabled: true,
  monday: { enabled: true, ...day },
  tuesday: { enabled: true, ...day },
});
/** 2026-11-30 is a Monday. */
const monday = (time: string) => new Date(`2026-11-30T${time}Z`);

test.each([
  ['09:00', '23:59', '23:59:30', true],
  ['00:00', '23:59', '23:59:59', true],
  ['00:00', '00:00', '23:59:30', true],
  ['09:00', '17:00', '17:00:00', false],
  ['22:00', '06:00', '23:59:30', true],
])('hours from %s to %s at %s are open: %s', (start, end, time, isOpen) => {
  expect(teamHours(hours({ start, end }), monday(time)).isOpen).toBe(isOpen);
});
