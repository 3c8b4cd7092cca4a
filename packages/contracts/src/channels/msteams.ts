/** Microsoft Teams in both directions: a conversation is a thread in a channel there, answered from there. */
import * as Type from 'typebox';
import { Strict } from '../schema.ts';
import { Guarded, Secret } from '../settings/secret-fields.ts';
import { channel, section } from './channel.ts';
import { ThreadChannels } from './threads.ts';

const guid = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const MicrosoftId = (description: string) =>
  Guarded(Type.String({ pattern: `^(${guid})?$`, examples: [''], description }));

const MsteamsConfig = Strict({
  enabled: Type.Boolean(),
  appId: MicrosoftId('“Application (client) ID” of the bot’s registration; empty for none'),
  tenantId: MicrosoftId('“Directory (tenant) ID” of the organisation; empty for none'),
  clientSecret: Secret,
  channels: ThreadChannels(
    '^19:[A-Za-z0-9._=-]{3,150}@thread\\.[a-z0-9]{2,20}$',
    '19:abc123@thread.tacv2',
    'Sales › Support',
  ),
});
export type MsteamsConfig = Type.Static<typeof MsteamsConfig>;

export const msteams = channel({
  id: 'msteams',
  name: 'Microsoft Teams',
  docs: 'microsoft-teams',
  queue: 'msteams',
  repeatable: false,
  api: 'https://smba.trafficmanager.net/teams',
  settings: section(
    'msteamsConfig',
    MsteamsConfig,
    { enabled: false, appId: '', tenantId: '', clientSecret: '', channels: [] },
    ['appId', 'tenantId', 'clientSecret'],
  ),
});

/** Path that Teams calls with what happens there, below the public URL. */
export const msteamsActivitiesPath = '/api/msteams/activities';

/**
 * Manifest of the app that a team is given, which needs to read all messages of its channels:
 * https://learn.microsoft.com/microsoftteams/platform/resources/schema/manifest-schema
 */
export const msteamsManifest = (appId: string, publicUrl: string) => ({
  $schema: 'https://developer.microsoft.com/json-schemas/teams/v1.16/MicrosoftTeams.schema.json',
  manifestVersion: '1.16',
  version: '1.0.0',
  id: appId,
  packageName: 'app.parley.threads',
  developer: { name: 'Parley', websiteUrl: publicUrl, privacyUrl: publicUrl, termsOfUseUrl: publicUrl },
  name: { short: 'Parley', full: 'Parley' },
  description: {
    short: 'Answer customers from Microsoft Teams',
    full: 'Conversations with customers are threads in a channel. Replies there reach the customer.',
  },
  icons: { color: 'color.png', outline: 'outline.png' },
  accentColor: '#FFFFFF',
  bots: [{ botId: appId, scopes: ['team', 'personal'], supportsFiles: false, isNotificationOnly: false }],
  permissions: ['identity', 'messageTeamMembers'],
  validDomains: [],
  webApplicationInfo: { id: appId, resource: publicUrl },
  authorization: {
    permissions: { resourceSpecific: [{ name: 'ChannelMessage.Read.Group', type: 'Application' }] },
  },
});
