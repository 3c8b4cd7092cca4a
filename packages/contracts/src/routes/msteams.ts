import * as Type from 'typebox';
import { msteamsActivitiesPath } from '../channels/msteams.ts';
import { route } from '../route.ts';

const tag = {
  name: 'Microsoft Teams',
  description: 'Conversations as threads in Microsoft Teams, answered from there.',
};

export const MsteamsChannel = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'With the name of its team' }),
});
export type MsteamsChannel = Type.Static<typeof MsteamsChannel>;

export const receiveFromMsteams = route({
  method: 'POST',
  path: msteamsActivitiesPath,
  // Teams proves itself by a token that Microsoft has signed.
  access: 'anyone',
  tag,
  summary: 'Receive signed activities from Microsoft Teams: replies in threads of conversations, each once',
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
});

export const listMsteamsChannels = route({
  method: 'GET',
  path: '/api/msteams/channels',
  access: 'staff',
  permission: 'settings.change',
  tag,
  summary: 'List the channels that threads can be in: those of all teams that the app was added to',
  refusals: ['not_configured', 'other_side_failed'],
  responses: { 200: Type.Array(MsteamsChannel) },
});

export const readMsteamsApp = route({
  method: 'GET',
  path: '/api/msteams/app',
  access: 'staff',
  permission: 'settings.change',
  tag,
  summary: 'Download the app to upload to Microsoft Teams, as a ZIP file',
  raw: true,
  refusals: ['not_configured'],
  responses: { 200: Type.Unknown() },
});
