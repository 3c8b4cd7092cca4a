import { channel, section } from './channel.ts';
import { ChatWebhookConfig, chatWebhookDefaults } from './chat-webhook.ts';

export const slack = channel({
  id: 'slack',
  name: 'Slack',
  docs: 'slack',
  queue: 'slack',
  repeatable: false,
  api: 'https://slack.com/api',
  settings: section('slackConfig', ChatWebhookConfig, chatWebhookDefaults, ['webhookUrl']),
});
