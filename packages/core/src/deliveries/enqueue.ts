/** From a row in `deliveries` to a job: the row is the truth, the job only wakes somebody up. */
import { isOutsideChannel, queueOf } from '@parley/contracts/channels/list';
import type { WaitingDelivery } from '@parley/db/deliveries/deliveries';
import { ensureDelivery } from '@parley/db/deliveries/deliveries';
import type { Context } from '../context.ts';
import { jobKeys } from '../job-keys.ts';
import type { PlannedDelivery } from './notices.ts';

/** Makes the deliveries, each once per event, channel and target, and wakes the worker up for them. */
export async function deliverAll(context: Context, deliveries: readonly PlannedDelivery[]): Promise<void> {
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
  { id: deliveryId, channel, attempts }: WaitingDelivery,
): Promise<void> {
  if (!isOutsideChannel(channel)) return;
  // Nothing of a failed job is kept, so that upkeep can add it again.
  await context.queues.add(queueOf[channel], { deliveryId, attempts }, { removeOnFail: true });
}

/** Has a delivery looked at now whose job may have been put off. */
export async function wakeDelivery(context: Pick<Context, 'queues'>, delivery: WaitingDelivery): Promise<void> {
  const { id: deliveryId, channel, attempts } = delivery;
  if (!isOutsideChannel(channel)) return;
  const name = queueOf[channel];
  const key = jobKeys[name]({ deliveryId, attempts });
  const job = key === null ? undefined : await context.queues.queue(name).getJob(key);
  if (!job) return enqueueDelivery(context, delivery);
  await job.promote().catch(async (error: unknown) => {
    // One that is not put off needs no waking.
    if (await job.isDelayed()) throw error;
  });
}
