import { catalogue } from '../catalogue.ts';

/** Threads in Slack. */
export const slackWords = catalogue('slack', {
  title: 'Slack threads',
  about: 'Each conversation becomes a thread in a channel. Replies there reach the customer under their author’s name.',
  enable: 'Turn conversations into threads',
  setUp: 'Set up threads',
  test: 'Test app',
  set: 'Create a Slack app from this manifest, install it, and copy its bot token and signing secret.',
  createApp: 'Create Slack app',
  copyManifest: 'Copy manifest',
  manifestCopied: 'Manifest copied.',
  botToken: 'Bot token',
  botTokenHint: 'From “OAuth & Permissions”; it begins with xoxb-.',
  signingSecret: 'Signing secret',
  signingSecretHint: 'From “Basic Information”.',
  channels: 'Channels',
  channelsHint: 'A conversation goes to the first channel that fits. Invite the app to each with /invite.',
  addChannel: 'Add channel',
  removeChannel: 'Remove {name}',
  channel: 'Slack channel',
  notMember: '{name} (app not invited)',
  websites: 'Websites',
  teams: 'Teams',
  all: 'All',
  channelsFailed: 'Channels couldn’t be loaded: {error}',
  saveFirst: 'Save the bot token and the signing secret to choose channels.',
  incomplete: 'Not connected yet: bot token, signing secret or channels are missing.',
  lastFailed: 'Last failure, {time}: {error}',
  allDelivered: 'Everything was delivered.',
  commands:
    'Commands in a thread: note …, close, reopen, assign me, snooze 2h. Colleagues are recognised by their mail address.',
});
