/** From a row in `deliveries` to a job: the row is the truth, the job only looks at it. */
import { isOutsideChannel, queueOf } from '@parley/contracts/channels/list';
import type { WaitingDelivery } from '@parley/db/deliveries/deliveries';
import { ensureDelivery } from '@parley/db/deliveries/deliveries';
import type { Context } from '../context.ts';
import type { PlannedDelivery } from './notices.ts';

/** Makes the deliveries, each once per event, channel and target, and adds their jobs. */
export async function deliverAll(context: Context, deliveries: readonly PlannedDelivery[]): Promise<void> {
  // All or none: what is planned once more, when more is known, must find all of what was planned before.
  const rows = await context.db.transaction().execute(async (transaction) => {
    const ensured = [];
    for (const delivery of deliveries) ensured.push(await ensureDelivery(transaction, delivery));
    return ensured;
  });
  for (const row of rows) {
    if (row.status === 'pending' && row.attempts === 0) await enqueueDelivery(context, row);
  }
}

/**
 * Adds a job for a delivery; adding it twice for the same reason adds one. Jobs for different reasons may meet: of them
 * one claims the row. They can't share an id, for one that has just found another delivery before its own is not added
 * again while it ends.
 */
export async function enqueueDelivery(
  { queues }: Pick<Context, 'queues'>,
  { id: deliveryId, channel, attempts }: WaitingDelivery,
  reason?: `after-${string}` | 'forgotten',
): Promise<void> {
  if (!isOutsideChannel(channel)) return;
  await queues.add(queueOf[channel], { deliveryId, attempts }, reason ? { jobId: `${deliveryId}-${reason}` } : {});
}
