import { queues } from '@parley/contracts/jobs';
import { jobKeys } from '@parley/core/job-keys';
import { defineJob } from '../define-job.ts';
import { deliver } from '../deliver.ts';

/** A mail to a customer or a notification recipient. */
export const emailJob = defineJob({
  name: 'email',
  payload: queues.email,
  idempotencyKey: jobKeys.email,
  concurrency: 5,
  // Failed calls are counted in `deliveries`; this is for faults of our own.
  retry: { attempts: 5, delayMs: 2_000 },
  handler: deliver,
});
