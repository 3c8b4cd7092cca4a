import { queues } from '@parley/contracts/jobs';
import { reactTo } from '@parley/core/integrations/react';
import { defineJob } from '../define-job.ts';

/** Something happened: the reactions are decided and started. */
export const eventsJob = defineJob({
  name: 'events',
  payload: queues.events,
  concurrency: 20,
  handler: (context, stored) => reactTo(context, stored),
});
