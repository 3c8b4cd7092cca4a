/** Every sentence of the help view. `{words}` is filled in when shown. */
const texts = {
  help: 'Help',
  search: 'Search for answers',
  loading: 'Loading…',
  nothing: 'Nothing found for “{words}”',
  nothingHint: 'Try other words, or ask us.',
  failed: 'Help can’t be reached right now.',
  back: 'Back',
  helpful: 'Was this helpful?',
  yes: 'Yes',
  no: 'No',
  thanks: 'Thank you for telling us.',
  newTab: 'Open on its own page',
  need: 'Still need us?',
  write: 'Write to us',
};

export type HelpTexts = typeof texts;
export default texts;
