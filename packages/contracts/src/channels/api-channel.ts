import { messageMaxLength } from '../messages/limits.ts';
import { channel } from './channel.ts';

/**
 * Channels that admins create for programs of their own: each has a key, a secret and an address that replies go to.
 * Their limits are those of each channel, below these.
 */
export const apiChannel = channel({
  id: 'api_channel',
  name: 'API channel',
  docs: 'api-channels',
  queue: 'api_channel',
  repeatable: true,
  customers: {
    byEvents: true,
    longestMessage: messageMaxLength,
    receipts: true,
    edits: true,
    reactions: true,
    longestCaption: messageMaxLength,
    largestFetched: 20 * 1024 * 1024,
  },
  settings: null,
});
