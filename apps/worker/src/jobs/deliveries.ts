import { type DeliveryQueue, deliveryChannels } from '@parley/contracts/channels/list';
import { type JobPayload, queues } from '@parley/contracts/jobs';
import { deliveringOf } from '@parley/core/integrations/channels';
import { performDelivery } from '@parley/core/integrations/perform';
import { type DefinedJob, defineJob } from '../define-job.ts';
import { type JobAttempt, type JobContext, RunAgain } from '../job-context.ts';

/** Makes one attempt at a delivery, and comes back when it is time for the next. */
async function deliver(
  context: JobContext,
  { deliveryId }: JobPayload<DeliveryQueue>,
  { jobId }: JobAttempt,
): Promise<unknown> {
  const { at, result, channel } = await performDelivery(context, deliveryId, jobId);
  if (result && channel) context.metrics.delivery(channel, result.status);
  return at ? new RunAgain(at) : result?.status;
}

/** The deliveries of each channel, in a queue of its own. */
export const deliveryJobs: readonly DefinedJob[] = deliveryChannels.map(({ id, queue }) =>
  defineJob({
    name: queue,
    payload: queues[queue],
    concurrency: deliveringOf(id).concurrency,
    handler: deliver,
  }),
);
