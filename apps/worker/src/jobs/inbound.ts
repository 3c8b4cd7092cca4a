import { queues } from '@parley/contracts/jobs';
import { understandEvents } from '@parley/core/channels/customers/receive';
import { defineJob } from '../define-job.ts';

/** Processes and posts what channels have received, in the order of arrival. */
export const inboundJob = defineJob({
  name: 'inbound',
  payload: queues.inbound,
  concurrency: 1,
  // A single queue: what a customer wrote first is read first.
  globalConcurrency: 1,
  async handler(context, _payload, { stopping }) {
    const outcomes = await understandEvents(context, stopping);
    for (const outcome of outcomes) context.metrics.inboundEvent(outcome);
    return outcomes.length;
  },
});
