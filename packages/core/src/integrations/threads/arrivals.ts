/** Stores replies that a product has told of, each once. */
import { createHash } from 'node:crypto';
import { localize } from '@parley/contracts/i18n/server-texts';
import { conversationState } from '@parley/db/conversations/read';
import { threadAt } from '@parley/db/deliveries/threads';
import { deliverAll } from '../../deliveries/enqueue.ts';
import { planned } from '../../deliveries/notices.ts';
import type { ExternalContext } from '../../external/services.ts';
import type { ThreadReply } from './payload.ts';
import type { ThreadPlace, ThreadProduct } from './product.ts';

export interface Arrived extends ThreadPlace {
  /** The product's id of the event, the same however often it comes. */
  eventId: string;
  reply: ThreadReply;
}

/** Plans that a reply is done. Nothing follows from one outside the threads of conversations. */
export async function arriveInThread(
  context: ExternalContext,
  { id: product, name }: Pick<ThreadProduct, 'id' | 'name'>,
  { channelId, threadId, eventId, reply }: Arrived,
): Promise<void> {
  const thread = await threadAt(context.db, { product, channelId, threadId });
  const state = thread && (await conversationState(context.db, thread.conversationId));
  if (!state) return;
  const subject = {
    eventId: eventIdAt(`${product} ${eventId}`, reply.at),
    state,
    title: localize('reply_from_thread', { name }),
  };
  // Its own target: replies don't wait for what is posted to the channel.
  await deliverAll(context, [planned(subject, product, `${channelId}:replies`, reply)]);
}

/** Returns the same id for an event however often it comes; ids sort by the time of their events. */
function eventIdAt(source: string, at: number): string {
  const time = at.toString(16).padStart(12, '0').slice(-12);
  const hash = createHash('sha256').update(source).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-8${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}
