import { catalogue } from '../catalogue.ts';

/** Messages changed, or removed, after they were sent. */
export const revisions = catalogue('revisions', {
  edit: 'Edit message',
  remove: 'Remove message',
  edited: 'edited',
  removed: 'Message removed',
  removeTitle: 'Remove this message?',
  removeHint: 'The customer sees “Message removed”. Admins can still read it.',
  editHint: 'Enter to save · Esc to cancel',
  notSaved: 'Couldn’t change the message',
  notRemoved: 'Couldn’t remove the message',
  history: 'Earlier versions',
  until: '{who} · until {time}',
});
