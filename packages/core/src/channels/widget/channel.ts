import type { ChannelDescriptor } from '../../deliveries/descriptor.ts';

/**
 * The widget has no external deliveries: visitors post through the API with their own token (`messages/post.ts`),
 * receive through the gateway like every broadcast, and get mail after they left.
 */
export const widget: ChannelDescriptor<'widget'> = {};
