import { catalogue } from '../catalogue.ts';

/** Words of a search that filter, and what is found beside conversations. */
export const search = catalogue('search', {
  customer: 'Customer',
  contains: 'contains',
  containsNot: 'does not contain',
  suggestions: 'Search filters',
  from: 'Customer’s name or address',
  assignee: 'Assignee',
  team: 'Assigned team',
  tag: 'Tag',
  status: 'Status',
  is: 'State',
  priority: 'Priority',
  website: 'Website',
  channel: 'Channel',
<<<<<<< HEAD
  before: 'Begun before a day',
  after: 'Active after a day',
  has: 'What is known',
  missing: 'What comes after “{key}:”?',
  unknown: '“{key}:” knows no “{value}”.',
  several: '“{value}” may be {names}.',
  day: '“{value}” is no day. Try 2026-11-21, 2026-11, today or 7d.',
  number: '“{value}” is no number. Try 12, >12 or <12.',
=======
  before: 'Started before a date',
  after: 'Active after a date',
  has: 'Has',
  missing: 'Add a value after “{key}:”.',
  unknown: 'No {key} called “{value}”.',
  several: '“{value}” could be {names}.',
  day: 'Can’t read “{value}” as a date. Try 2026-11-21, 2026-11, today or 7d.',
>>>>>>> f79d00d2 (dashboard: say every text in plain English)
  remove: 'Remove {word} from the search',
  filters: 'Filters of this search',
  notes: 'Notes',
  noteBy: 'Note by {name}',
});
