import { queues } from '@parley/contracts/jobs';
import { jobKeys } from '@parley/core/job-keys';
import { defineJob } from '../define-job.ts';
import { deliver } from '../deliver.ts';

/** A signed webhook to an address an administrator has added. */
export const webhooksJob = defineJob({
  name: 'webhooks',
  payload: queues.webhooks,
  idempotencyKey: jobKeys.webhooks,
  // Four receivers that hang leave nothing for a fifth: see `turns.ts`.
  concurrency: 60,
  // Failed calls are counted in `deliveries`; this is for faults of our own.
  retry: { attempts: 5, delayMs: 2_000 },
  handler: deliver,
});
