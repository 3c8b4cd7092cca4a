import * as Type from 'typebox';
import { slackEventsPath } from '../channels/slack-threads.ts';
import { route } from '../route.ts';
import { Tested } from './integrations.ts';

const tag = { name: 'Slack', description: 'Conversations as threads in Slack, answered from there.' };

export const SlackChannel = Type.Object({
  id: Type.String(),
  name: Type.String(),
  isPrivate: Type.Boolean(),
  /** The app is in it, and can post. */
  isMember: Type.Boolean(),
});
export type SlackChannel = Type.Static<typeof SlackChannel>;

export const receiveFromSlack = route({
  method: 'POST',
  path: slackEventsPath,
  // Slack proves itself by a signature over the body.
  access: 'anyone',
  tag,
  summary: 'Receive signed events from Slack: replies in threads of conversations, each once',
  responses: {
    200: Type.Object({
      success: Type.Literal(true),
      challenge: Type.Optional(Type.String({ description: 'Repeated when Slack verifies the address' })),
    }),
  },
});

export const listSlackChannels = route({
  method: 'GET',
  path: '/api/slack/channels',
  access: 'staff',
  permission: 'settings.change',
  tag,
  summary: 'List the channels of the Slack workspace that threads can be in, at most 1,000',
  refusals: ['not_configured', 'other_side_failed'],
  responses: { 200: Type.Array(SlackChannel) },
});

export const testSlackThreads = route({
  method: 'POST',
  path: '/api/slack/test',
  access: 'staff',
  permission: 'integrations.test',
  tag,
  summary: 'Test the Slack app: its token, its workspace and its channels',
  refusals: ['not_configured', 'other_side_failed'],
  responses: { 200: Tested },
});
