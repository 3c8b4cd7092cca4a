import { catalogue } from '../catalogue.ts';

/** What was said, as a mail or a file. */
export const transcripts = catalogue('transcripts', {
  transcript: 'Transcript…',
  title: 'Transcript',
  hint: 'All messages, without notes and what the team did. Removed messages are left out.',
  to: 'Send to',
  send: 'Send by mail',
  onItsWay: 'The transcript is on its way',
  notSent: 'The transcript was not sent',
  asText: 'Download as text',
  asPage: 'Download as a page',
  notDownloaded: 'The transcript was not downloaded',
});
