import { catalogue } from '../catalogue.ts';

/** Shifts of users. */
export const shiftWords = catalogue('shifts', {
  title: 'Shifts',
  of: 'Shifts of {name}',
  about: 'Outside shifts the status is offline. Without shifts, only the chosen status counts.',
  add: 'Add shift',
  none: 'No shifts',
  noneHint: 'Add weekly working times so that nothing is assigned outside them.',
  weekdays: 'Weekdays',
  start: 'From',
  end: 'To',
  lastHint: 'Empty: every week from then on.',
  save: 'Save',
  since: 'from {day}',
  until: 'until {day}',
  off: 'Off shift',
  next: 'Off shift until {time}',
  onUntil: '{load} · until {time}',
  delete: 'Delete shift',
  deleteHint: 'Availability no longer follows this shift.',
});
