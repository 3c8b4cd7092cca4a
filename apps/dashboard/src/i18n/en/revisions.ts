import { catalogue } from '../catalogue.ts';

/** Messages changed, or removed, after they were sent. */
export const revisions = catalogue('revisions', {
  edit: 'Edit message',
  remove: 'Remove message',
  edited: 'edited',
  removed: 'Message removed',
  removeTitle: 'Remove this message?',
  removeHint: 'The customer sees that a message was removed, and not what it said. Administrators still can.',
  editHint: 'Enter saves · Escape leaves it as it was',
  notSaved: 'The message was not changed',
  notRemoved: 'The message was not removed',
  history: 'What it said before',
  until: '{who} · until {time}',
});
