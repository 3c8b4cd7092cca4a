import { type DeliveryQueue, outsideChannels } from '@parley/contracts/channels/list';
import { type JobPayload, queues } from '@parley/contracts/jobs';
import { deliveringOf } from '@parley/core/channels/channels';
import { wakeDelivery } from '@parley/core/deliveries/enqueue';
import { performDelivery } from '@parley/core/deliveries/perform';
import { type DefinedJob, defineJob } from '../define-job.ts';
import { type JobContext, RunAgain } from '../job-context.ts';

/** Makes one attempt at a delivery, comes back when it is time for the next, and wakes what waited behind it. */
async function deliver(context: JobContext, { deliveryId }: JobPayload<DeliveryQueue>): Promise<unknown> {
  const { at, result, channel, next } = await performDelivery(context, deliveryId);
  if (result && channel) context.figures.delivery(channel, result.status);
  if (next) await wakeDelivery(context, next);
  return at ? new RunAgain(at) : result?.status;
}

/** The deliveries of each channel, in a queue of its own. */
export const deliveryJobs: readonly DefinedJob[] = outsideChannels.map(({ id, queue }) =>
  defineJob({
    name: queue,
    payload: queues[queue],
    concurrency: deliveringOf(id).concurrency,
    // Failed calls are counted in `deliveries`; this is for faults of our own.
    retry: { attempts: 5, delayMs: 2_000 },
    handler: deliver,
  }),
);
