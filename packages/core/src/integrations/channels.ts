/** Lists the channels in the order of their declarations. */
import { type Channel, channelIds, type Integration, type OutsideChannel } from '@parley/contracts/channels/list';
import type { AnyDescriptor, ChannelDescriptor } from '../deliveries/descriptor.ts';
import * as list from './list.ts';

const descriptors: { readonly [C in Channel]: ChannelDescriptor<C> } = list;

export const allChannels: readonly AnyDescriptor[] = channelIds.map((id) => descriptors[id]);

/** Returns the descriptor of a channel with a section in the settings. */
export const integrationOf = (id: Integration): ChannelDescriptor<Integration> => descriptors[id];

/** How a channel delivers. */
export const deliveringOf = (id: OutsideChannel): ChannelDescriptor<OutsideChannel>['delivery'] =>
  descriptors[id].delivery;
