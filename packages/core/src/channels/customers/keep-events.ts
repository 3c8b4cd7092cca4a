/** Stores events of customers' channels as they arrived, before any of them is parsed. */
import type { CustomerChannel } from '@parley/contracts/channels/list';
import { type NewInboundEvent, storeInboundEvents, writeChannelState } from '@parley/db/channels/inbound';
import type { JsonObject } from '@parley/db/tables/work';
import type { Context } from '../../context.ts';
import { addOrLeave } from '../../queues.ts';

/** Stores events, each once, together with the channel's state; queues parsing them. Returns the number of new ones. */
export async function keepEvents(
  context: Context,
  channel: CustomerChannel,
  events: readonly NewInboundEvent[],
  state?: JsonObject,
): Promise<number> {
  const stored = await context.db.transaction().execute(async (transaction) => {
    if (state) await writeChannelState(transaction, channel, state);
    return storeInboundEvents(transaction, channel, events);
  });
  if (stored > 0) await addOrLeave(context, 'inbound', {});
  return stored;
}
