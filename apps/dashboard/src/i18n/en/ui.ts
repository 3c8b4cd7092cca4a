import { catalogue } from '../catalogue.ts';

/** The parts that every screen is made of. */
export const ui = catalogue('ui', {
  copied: 'Copied!',
  copy: 'Copy',
  copyFailed: 'Copy failed',
  selectAndCopy: 'Select the text and copy it.',
  showTab: 'Show {tab}',
  mayNotSee: 'You don’t have access to this',
  notLoaded: 'Couldn’t load this',
  noAnswer: 'The server didn’t respond in time. Check your connection and try again.',
  notReached: 'Can’t reach the server. Check your connection and try again.',
  triedByItself: 'Retrying automatically.',
  loading: 'Loading',
  notifications: 'Notifications (F8)',
  previewNotLoaded: 'Couldn’t load the preview.',
  active: 'active',
  waiting: 'waiting',
  closed: 'closed',
  anonymous: 'Anonymous',
  unknownWebsite: 'Unknown website',
});
