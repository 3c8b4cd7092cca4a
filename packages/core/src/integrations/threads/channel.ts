/** Parts of a channel that conversations are threads in. */
import { ThreadEdit, ThreadLine, ThreadMessage, ThreadReply } from './payload.ts';
import type { Always, Call } from '../../deliveries/descriptor.ts';
import type { ClaimedDelivery } from '@parley/db/deliveries/deliveries';
import type { ExternalContext } from '../../external/services.ts';
import type { ThreadProduct } from './product.ts';
import { takeReply } from './replies.ts';
import { followInThreads, postInThread } from './threads.ts';

export const threadPayloads = [ThreadMessage, ThreadEdit, ThreadLine, ThreadReply] as const;
type ThreadPayload = ThreadMessage | ThreadEdit | ThreadLine | ThreadReply;

/** Follows events into the product's threads. */
export const following = (product: ThreadProduct): Pick<Always, 'follow' | 'followsAnswers'> => ({
  follow: (context, stored, state) => followInThreads(context, product, stored, state),
  followsAnswers: async (context) => (await product.channels(context)) !== null,
});

/** Posts into a thread, or does what a colleague has written there. @throws CallFailed, OutboundError */
export async function makeInThread(
  context: ExternalContext,
  product: ThreadProduct,
  delivery: ClaimedDelivery,
  payload: ThreadPayload,
): Promise<Call> {
  if (payload.kind === 'thread_reply') await takeReply(context, product, delivery, payload);
  else await postInThread(context, product, delivery, payload);
  return { responseStatus: 200 };
}
