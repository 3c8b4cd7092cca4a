/** Every sentence of the help view, in the format of `@parley/contracts/i18n/messages`. */
import type { Messages, Translate, Translated } from '@parley/contracts/i18n/messages';

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
} as const satisfies Messages;

export type HelpMessages = typeof texts;
/** The sentences in any language, as their file has them. */
export type HelpTexts = Translated<HelpMessages>;
export type HelpTranslate = Translate<HelpMessages>;
export default texts;
