/** Lists the channels in the order of their declarations. */
import { type Integration } from '@parley/contracts/channels/integrations';
import { type Channel, channelIds, type DeliveryChannel } from '@parley/contracts/channels/list';
import type { AnyDescriptor, ChannelDescriptor, Tested } from '../deliveries/descriptor.ts';
import * as list from './list.ts';
import { ai } from './model.ts';

const descriptors: { readonly [C in Channel]: ChannelDescriptor<C> } = list;

export const allChannels: readonly AnyDescriptor[] = channelIds.map((id) => descriptors[id]);

const tested: { readonly [I in Integration]: Tested } = { ...list, ai };

/** Returns the test and the rules of an integration's settings. */
export const integrationOf = (id: Integration): Tested => tested[id];

/** How a channel delivers. */
export const deliveringOf = (id: DeliveryChannel): ChannelDescriptor<DeliveryChannel>['delivery'] =>
  descriptors[id].delivery;
