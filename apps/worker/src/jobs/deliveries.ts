import { type DeliveryQueue, outsideChannels } from '@parley/contracts/channels/list';
import { type JobPayload, queues } from '@parley/contracts/jobs';
import { deliveringOf } from '@parley/core/channels/channels';
import { performDelivery } from '@parley/core/deliveries/perform';
import { type Acting, type DefinedJob, defineJob } from '../define-job.ts';
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

const toTheOutside: Acting = { nobody: 'tells whom the settings, or the customer’s own address, name' };
const transcripts: Acting = {
  part: 'transcript',
  whoAsked: 'the person or key',
  needs: 'conversations.reply',
  within: 'the conversation',
  otherwise: 'no mail goes; the delivery ends with the reason',
};

/** The deliveries of each channel, in a queue of its own. */
export const deliveryJobs: readonly DefinedJob[] = outsideChannels.map(({ id, queue }) =>
  defineJob({
    name: queue,
    payload: queues[queue],
    acts: id === 'email' ? [toTheOutside, transcripts] : [toTheOutside],
    concurrency: deliveringOf(id).concurrency,
    handler: deliver,
  }),
);
