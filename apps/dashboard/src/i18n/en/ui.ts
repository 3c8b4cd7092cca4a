import { catalogue } from '../catalogue.ts';

/** The parts that every screen is made of. */
export const ui = catalogue('ui', {
  copied: 'Copied!',
  copy: 'Copy',
  copyFailed: 'Copy failed',
  selectAndCopy: 'Select the text and copy it.',
  showTab: 'Show {tab}',
  mayNotSee: 'You may not see this',
  notLoaded: 'This could not be loaded',
  noAnswer: 'The server did not answer in time. Check your connection and try again.',
  notReached: 'The server cannot be reached. Check your connection and try again.',
  triedByItself: 'It is tried again by itself.',
  loading: 'Loading',
  notifications: 'Notifications (F8)',
  previewNotLoaded: 'The preview could not be loaded.',
  active: 'active',
  waiting: 'waiting',
  closed: 'closed',
  anonymous: 'Anonymous',
  unknownWebsite: 'Unknown website',
});
