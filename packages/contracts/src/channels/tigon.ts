import { channel, section } from './channel.ts';
import { ChatWebhookConfig, chatWebhookDefaults } from './chat-webhook.ts';

/** The boards webhook. */
export const tigon = channel({
  id: 'tigon',
  name: 'Boards',
  docs: 'boards',
  queue: 'tigon',
  repeatable: false,
  settings: section('tigonConfig', ChatWebhookConfig, chatWebhookDefaults, ['webhookUrl']),
});
