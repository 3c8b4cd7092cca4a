/** The channels for those who go through all of them, in the order of their declarations. */
import {
  type Channel,
  channelIds,
  type CustomerChannel,
  type Integration,
  type OutsideChannel,
} from '@parley/contracts/channels/list';
import type { AnyDescriptor, ChannelDescriptor, Receives } from './descriptor.ts';
import * as list from './list.ts';

const descriptors: { readonly [C in Channel]: ChannelDescriptor<C> } = list;

export const allChannels: readonly AnyDescriptor[] = channelIds.map((id) => descriptors[id]);

/** What a channel that has a section of the settings does. */
export const integrationOf = (id: Integration): ChannelDescriptor<Integration> => descriptors[id];

/** How a channel delivers. */
export const deliveringOf = (id: OutsideChannel): ChannelDescriptor<OutsideChannel>['delivery'] =>
  descriptors[id].delivery;

/** How a channel that customers come by receives. */
export const receivingOf = (id: CustomerChannel): Receives => descriptors[id];
