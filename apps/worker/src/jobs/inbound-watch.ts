import { queues } from '@parley/contracts/jobs';
import { watchChannels } from '@parley/core/channels/customers/watch';
import { defineJob } from '../define-job.ts';

/** The channels that customers come by are told where to send, or asked what there is. */
export const inboundWatchJob = defineJob({
  name: 'inbound-watch',
  payload: queues['inbound-watch'],
  concurrency: 1,
  // Two at once would take each other's events; while one asks, the next waits, and no third is added.
  globalConcurrency: 1,
  outlivesOutages: false,
  handler: (context, _payload, { stopping }) => watchChannels(context, stopping),
});
