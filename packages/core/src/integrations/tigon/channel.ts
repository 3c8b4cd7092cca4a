import { tigon as contract } from '@parley/contracts/channels/tigon';
import { chatWebhook } from '../chat-webhook.ts';

export const tigon = chatWebhook(contract);
