import { catalogue } from '../catalogue.ts';

export const firstRun = catalogue('firstrun', {
  getStarted: 'Get started',
  doneOf: '{done} of {all} done',
  done: ', done',
  toDo: ', to do',
  addWebsite: 'Add your website',
  addWebsiteNote: 'The widget shows on websites you name, and nowhere else',
  copyEmbedCode: 'Copy the embed code',
  copyEmbedCodeNote: 'One line, into the pages of your website',
  firstVisit: 'See the first visit',
  seenOn: 'Seen on {domain}',
  waiting: 'Waiting for the first visit…',
  rights: 'Say what representatives may do',
  rightsNote: 'Websites, exports, retention and shared replies are yours alone until you say otherwise',
  rightsDecided: 'Decided',
  invite: 'Invite a colleague',
  inTeam: { other: '{count} in the team' },
  invited: 'Invited',
  inviteNote: 'A link, good for one account',
  setUp: 'Set up the assistant or mail',
  setUpNote: 'So that customers are answered when nobody is there',
});
