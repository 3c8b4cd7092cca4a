/** Lists the external channels that customers write through. A missing one does not compile. */
import type { CustomerChannel } from '@parley/contracts/channels/list';
import type { ChannelDescriptor, Receives } from '../deliveries/descriptor.ts';
import { apiChannel } from './api-channel/channel.ts';
import { instagram } from './instagram/channel.ts';
import { messenger } from './messenger/channel.ts';
import { sms } from './sms/channel.ts';
import { telegram } from './telegram/channel.ts';
import { whatsapp } from './whatsapp/channel.ts';

const channels: { readonly [C in CustomerChannel]: ChannelDescriptor<C> } = {
  telegram,
  whatsapp,
  messenger,
  instagram,
  sms,
  api_channel: apiChannel,
};

/** Returns the receiver of a customer channel. */
export const receivingOf = (id: CustomerChannel): Receives => channels[id];
