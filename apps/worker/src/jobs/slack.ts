import { queues } from '@parley/contracts/jobs';
import { jobKeys } from '@parley/core/job-keys';
import { defineJob } from '../define-job.ts';
import { deliver } from '../deliver.ts';

/** A post to Slack. */
export const slackJob = defineJob({
  name: 'slack',
  payload: queues.slack,
  idempotencyKey: jobKeys.slack,
  concurrency: 5,
  // Failed calls are counted in `deliveries`; this is for faults of our own.
  retry: { attempts: 5, delayMs: 2_000 },
  handler: deliver,
});
