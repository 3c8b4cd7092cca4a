import type { ChannelDescriptor } from '../descriptor.ts';

/**
 * Nothing of the widget is done to a world outside: what a visitor writes comes by the API with the visitor's own token
 * (`visitors/post.ts`), what they are told goes by the gateway as every broadcast does, and who has left gets mail.
 */
export const widget: ChannelDescriptor<'widget'> = {};
