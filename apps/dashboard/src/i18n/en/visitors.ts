import { catalogue } from '../catalogue.ts';

export const visitorWords = catalogue('visitors', {
  title: 'Visitors',
  about: 'Who is on your websites now.',
  all: 'All websites',
  none: 'Nobody is here right now',
  noneHint: 'New visitors appear here by themselves.',
  countsOnly: 'These websites only count their visitors',
  off: 'Live visitors are off',
  offHint: 'Switch them on for a website under Widget Settings → Websites.',
  setUp: 'Widget Settings',
  unnamed: 'Visitor',
  from: 'From {source}',
  pages: 'Pages: {count}',
  write: 'Write',
  writeTo: 'Start a conversation',
  message: 'Message',
  writeHint: 'They see it in the chat at once.',
  send: 'Send message',
  open: 'Open conversation',
});
