/** Stores events of customers' channels as they arrived, before any of them is parsed. */
import type { CustomerChannel } from '@parley/contracts/channels/list';
import { type NewInboundEvent, storeInboundEvents, writeChannelState } from '@parley/db/channels/inbound';
import type { JsonObject } from '@parley/db/tables/work';
import type { Context } from '../../context.ts';

/** Stores events, each once, together with the channel's state; queues parsing them. */
export async function keepEvents(
  context: Context,
  channel: CustomerChannel,
  events: readonly NewInboundEvent[],
  state?: JsonObject,
): Promise<void> {
  const stored = await context.db.transaction().execute(async (transaction) => {
    if (state) await writeChannelState(transaction, channel, state);
    return storeInboundEvents(transaction, channel, events);
  });
  if (stored === 0) return;
  try {
    await queueUnderstanding(context);
  } catch (error) {
    // Redis is away: the task `requeue-forgotten` queues it later.
    context.log.warn({ err: error, channel }, 'an inbound event waits for maintenance to queue it');
  }
}

/** Queues parsing the stored events. */
export async function queueUnderstanding(context: Pick<Context, 'queues'>): Promise<void> {
  await context.queues.add('inbound', {});
}
