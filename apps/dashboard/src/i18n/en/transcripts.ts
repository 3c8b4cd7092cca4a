import { catalogue } from '../catalogue.ts';

/** Transcripts as a mail or a file. */
export const transcripts = catalogue('transcripts', {
  transcript: 'Transcript…',
  title: 'Transcript',
  hint: 'All messages, without notes and activity. Removed messages are left out.',
  to: 'Send to',
  send: 'Send by email',
  onItsWay: 'Transcript sent',
  notSent: 'Couldn’t send the transcript',
  asText: 'Download as text',
  asPage: 'Download as a page',
  notDownloaded: 'Couldn’t download the transcript',
});
