/** Every sentence of the help view. `{words}` is filled in when shown. */
const texts = {
  help: 'Help',
  search: 'Search for answers',
  loading: 'Loading…',
  nothing: 'Nothing found for “{words}”',
  nothingHint: 'Try other words, or ask us.',
  failed: 'Help isn’t available right now.',
  back: 'Back',
  helpful: 'Was this helpful?',
  yes: 'Yes',
  no: 'No',
  thanks: 'Thanks for your feedback.',
  newTab: 'Open full article',
  need: 'Still need help?',
  write: 'Send us a message',
};

export type HelpTexts = typeof texts;
export default texts;
