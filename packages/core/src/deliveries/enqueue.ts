/** From a row in `deliveries` to a job: the row is the truth, the job only wakes somebody up. */
import type { DeliveryRow, NewDelivery } from '@parley/db/deliveries/deliveries';
import { ensureDelivery } from '@parley/db/deliveries/deliveries';
import type { Context } from '../context.ts';
import type { DeliveryPayload } from './payload.ts';
import { isOutsideChannel, type OutsideChannel, queueOf } from './retry-policy.ts';

/** Makes the deliveries, each once per event, channel and target, and wakes the worker up for them. */
export async function deliverAll(
  context: Context,
  deliveries: readonly (Omit<NewDelivery, 'payload' | 'channel'> & {
    channel: OutsideChannel;
    payload: DeliveryPayload;
  })[],
): Promise<void> {
  for (const delivery of deliveries) {
    const row = await ensureDelivery(context.db, delivery);
    if (row.status === 'pending' && row.attempts === 0) await enqueueDelivery(context, row);
  }
}

/**
 * Adds the job of a delivery's next attempt. Its id names the delivery and the attempts so far, so that adding it twice
 * adds one; which process makes the attempt is settled by claiming the row.
 */
export async function enqueueDelivery(
  context: Pick<Context, 'queues'>,
  delivery: Pick<DeliveryRow, 'id' | 'channel' | 'attempts'>,
): Promise<void> {
  if (!isOutsideChannel(delivery.channel)) return;
  const { id: deliveryId, attempts } = delivery;
  // Nothing of a failed job is kept, so that upkeep can add it again.
  await context.queues.add(queueOf[delivery.channel], { deliveryId, attempts }, { removeOnFail: true });
}
