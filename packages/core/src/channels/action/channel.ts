import type { ChannelDescriptor } from '../../deliveries/descriptor.ts';

/** Delivers nothing: replies make the calls that they need (`ai/tools`), and the log shows them. */
export const action: ChannelDescriptor<'action'> = {};
