import { channel } from './channel.ts';

/** Outgoing webhooks: a list of receivers that administrators keep, not a section of the settings. */
export const webhook = channel({
  id: 'webhook',
  name: 'Webhooks',
  docs: 'outgoing-webhooks',
  queue: 'webhooks',
  repeatable: true,
  settings: null,
});
