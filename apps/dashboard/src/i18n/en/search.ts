import { catalogue } from '../catalogue.ts';

/** Words of a search that filter, and what is found beside conversations. */
export const search = catalogue('search', {
  customer: 'Customer',
  contains: 'contains',
  containsNot: 'does not contain',
  suggestions: 'Search filters',
  from: 'Name or address of the customer',
  assignee: 'Who has it',
  team: 'Which team has it',
  tag: 'Tag',
  status: 'Status',
  is: 'State',
  priority: 'Priority',
  website: 'Website',
  channel: 'Channel',
  before: 'Begun before a day',
  after: 'Active after a day',
  has: 'What is known',
  missing: 'What comes after “{key}:”?',
  unknown: '“{key}:” knows no “{value}”.',
  several: '“{value}” may be {names}.',
  day: '“{value}” is no day. Try 2026-11-21, 2026-11, today or 7d.',
  remove: 'Remove {word} from the search',
  filters: 'Filters of this search',
  notes: 'Notes',
  noteBy: 'Note by {name}',
});
