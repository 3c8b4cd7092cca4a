import { slack as contract } from '@parley/contracts/channels/slack';
import { chatWebhook } from '../chat-webhook.ts';

export const slack = chatWebhook(contract);
