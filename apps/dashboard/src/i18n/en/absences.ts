import { catalogue } from '../catalogue.ts';

/** Absences of users. */
export const absenceWords = catalogue('absences', {
  title: 'Absences',
  of: 'Absences of {name}',
  about: 'The status is offline in this time, and colleagues see who covers.',
  add: 'Add absence',
  none: 'No absences',
  noneHint: 'Add time off so that colleagues see it.',
  coveredBy: 'Covered by',
  nobody: 'No one',
  save: 'Save',
  range: '{from} to {until}',
  covers: '{name} covers',
  away: 'Away until {day}',
  awayCovered: 'Away until {day}, {name} covers',
  delete: 'Delete absence',
  deleteHint: 'The chosen status counts again in this time.',
});
