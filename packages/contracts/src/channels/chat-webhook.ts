/** Contract shared by Slack and boards: an incoming webhook, and an optional channel to post to. */
import * as Type from 'typebox';
import { Strict } from '../schema.ts';
import { HostOf, SecretAddress } from '../settings/secret-fields.ts';

export const ChatWebhookConfig = Strict({
  enabled: Type.Boolean(),
  webhookUrl: SecretAddress,
  webhookHost: HostOf('webhookUrl'),
  channel: Type.String({ maxLength: 500 }),
});

export const chatWebhookDefaults = { enabled: false, webhookUrl: '', webhookHost: '', channel: '' };
