/** Which events are a job. Most messages of most installations lead to nothing but frames. */
import type { Conversation } from '@parley/contracts/entities';
import type { DomainEvent } from '@parley/contracts/events';
import { followsMessages } from '../channels/webhook/active.ts';
import type { Context } from '../context.ts';

/**
 * Whether anything can follow from an event beside its frames. Nothing does from a message that opens no conversation,
 * which the assistant has nothing to say to, while nobody outside goes by messages: neither the customer's own channel nor
 * a webhook. Of a conversation that is not at hand (undefined) it cannot be said, so that the worker looks.
 */
export async function isReactedTo(
  context: Pick<Context, 'db'>,
  event: DomainEvent,
  conversation: Pick<Conversation, 'channel' | 'isAiAssisted' | 'mergedIds'> | undefined,
): Promise<boolean> {
  if (event.type !== 'message.posted' && event.type !== 'message.updated') return true;
  // Whose conversation was merged into it may come by another channel.
  if (!conversation || conversation.channel !== 'widget' || conversation.mergedIds) return true;
  const isAsked = event.type === 'message.posted' && event.senderType === 'customer' && conversation.isAiAssisted;
  if (isAsked || (event.type === 'message.posted' && event.opened)) return true;
  return followsMessages(context);
}
