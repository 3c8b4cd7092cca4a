import { messenger as contract } from '@parley/contracts/channels/messenger';
import type { ChannelDescriptor } from '../../deliveries/descriptor.ts';
import { messagingChannel } from '../meta/messaging/channel.ts';

/** A Facebook page. https://developers.facebook.com/docs/messenger-platform */
export const messenger: ChannelDescriptor<'messenger'> = messagingChannel({
  contract,
  object: 'page',
  subscribedFields: ['messages', 'messaging_postbacks', 'message_deliveries', 'message_reads', 'message_reactions'],
  accountName: 'name',
  profileFields: ['first_name', 'last_name'],
  shows: { 'image/': 'image', 'video/': 'video', 'audio/': 'audio', 'application/': 'file', 'text/': 'file' },
});
