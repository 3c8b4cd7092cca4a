import { catalogue } from '../catalogue.ts';

export const firstRun = catalogue('firstrun', {
  getStarted: 'Get started',
  doneOf: '{done} of {all} done',
  done: ', done',
  toDo: ', to do',
  addWebsite: 'Add your website',
  addWebsiteNote: 'The widget only appears on websites you add',
  copyEmbedCode: 'Copy the embed code',
  copyEmbedCodeNote: 'Paste one line into your site',
  firstVisit: 'See the first visit',
  seenOn: 'Seen on {domain}',
  waiting: 'Waiting for the first visit…',
  rights: 'Choose what your team can do',
  rightsNote: 'Until then only admins manage websites, exports, retention and shared replies',
  rightsDecided: 'Decided',
  invite: 'Invite a colleague',
  inTeam: { other: '{count} in the team' },
  invited: 'Invited',
  inviteNote: 'Send a one-time link',
  setUp: 'Set up the assistant or mail',
  setUpNote: 'So customers get an answer when you’re away',
});
