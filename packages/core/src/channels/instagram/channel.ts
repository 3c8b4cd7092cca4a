import { instagram as contract } from '@parley/contracts/channels/instagram';
import type { ChannelDescriptor } from '../../deliveries/descriptor.ts';
import { messagingChannel } from '../meta/messaging/channel.ts';

/** A professional account. https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login */
export const instagram: ChannelDescriptor<'instagram'> = messagingChannel({
  contract,
  object: 'instagram',
  subscribedFields: ['messages', 'messaging_postbacks', 'messaging_seen', 'message_reactions'],
  accountName: 'username',
  profileFields: ['name', 'username'],
  shows: { 'image/': 'image', 'video/': 'video', 'audio/': 'audio' },
  longestBytes: 1_000,
});
