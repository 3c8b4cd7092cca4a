/** Slack in both directions: a conversation is a thread in a channel there, and replies in it reach the customer. */
import * as Type from 'typebox';
import { Strict } from '../schema.ts';
import { Secret } from '../settings/secret-fields.ts';
import { ThreadChannels } from './threads.ts';

export const SlackThreadsConfig = Strict({
  enabled: Type.Boolean(),
  botToken: Secret,
  signingSecret: Secret,
  channels: ThreadChannels('^[CG][A-Z0-9]{2,30}$', 'C0123456789', 'support'),
});
export type SlackThreadsConfig = Type.Static<typeof SlackThreadsConfig>;

export const slackThreadsDefaults: SlackThreadsConfig = {
  enabled: false,
  botToken: '',
  signingSecret: '',
  channels: [],
};

/** Whether conversations become threads: switched on and complete. */
export const hasSlackThreads = ({ enabled, botToken, channels }: SlackThreadsConfig): boolean =>
  enabled && botToken !== '' && channels.length > 0;

/** Path that Slack calls with its events, below the public URL. */
export const slackEventsPath = '/api/slack/events';

/** Rights that the app needs in its workspace. */
export const slackScopes = [
  'channels:history',
  'channels:read',
  'chat:write',
  'files:read',
  'groups:history',
  'groups:read',
  'users:read',
  'users:read.email',
] as const;

/** Settings of the app, as Slack makes one of them: https://docs.slack.dev/reference/app-manifest */
export const slackManifest = (publicUrl: string) => ({
  display_information: { name: 'Parley', description: 'Answer customers from Slack' },
  features: { bot_user: { display_name: 'Parley', always_online: true } },
  oauth_config: { scopes: { bot: slackScopes } },
  settings: {
    event_subscriptions: {
      request_url: `${publicUrl}${slackEventsPath}`,
      bot_events: ['message.channels', 'message.groups'],
    },
    org_deploy_enabled: false,
    socket_mode_enabled: false,
    token_rotation_enabled: false,
  },
});
