/** Which events are a job. Most messages of most installations lead to nothing but frames. */
import { hiddenCode } from '@parley/contracts/assistant/tools';
import type { Conversation, Message } from '@parley/contracts/entities';
import type { ChangeKind } from '@parley/contracts/conversations/activities';
import type { DomainEvent } from '@parley/contracts/events';
import type { Context } from '../context.ts';

/** Changes that webhooks alone follow. */
const onlyForWebhooks: ReadonlySet<ChangeKind> = new Set<ChangeKind>(['prioritised', 'described', 'retitled']);

/**
 * Returns whether anything besides frames can follow from an event. Nothing follows from a message that opens or
 * reopens no conversation and needs no answer of the assistant, while neither the customer's channel nor a webhook receives
 * messages, and from changes that only webhooks follow while there is none. For an unknown conversation (undefined) the
 * worker has to check.
 */
export async function isReactedTo(
  context: Pick<Context, 'followsMessages'>,
  event: DomainEvent,
  conversation: Pick<Conversation, 'channel' | 'isAiAssisted' | 'mergedIds' | 'teamId'> | undefined,
  message?: Pick<Message, 'content'>,
): Promise<boolean> {
  if (event.type === 'review.low') return false;
  if (event.type === 'conversation.changed' && onlyForWebhooks.has(event.change)) return context.followsMessages();
  if (event.type !== 'message.posted' && event.type !== 'message.updated') return true;
  // A merged conversation may have another channel.
  if (!conversation || conversation.channel !== 'widget' || conversation.mergedIds) return true;
  const isAsked = event.type === 'message.posted' && event.senderType === 'customer' && conversation.isAiAssisted;
  if (isAsked || (event.type === 'message.posted' && (event.opened || event.activityNo !== undefined))) return true;
  // A form may want an address proven, by a code.
  if (event.type === 'message.posted' && (event.formId !== undefined || message?.content.includes(hiddenCode)))
    return true;
  // A team may assign it, or have room again.
  if (event.type === 'message.posted' && conversation.teamId !== undefined) return true;
  return context.followsMessages();
}
