import type { ChannelDescriptor } from '../descriptor.ts';

/** Nothing is delivered by it: a call is made by the reply that needs it (`ai/tools`), and the log tells of it. */
export const action: ChannelDescriptor<'action'> = {};
