import { queues } from '@parley/contracts/jobs';
import { jobKeys } from '@parley/core/job-keys';
import { defineJob } from '../define-job.ts';
import { deliver } from '../deliver.ts';

/** A card on the Trello board, or a comment on one. */
export const trelloJob = defineJob({
  name: 'trello',
  payload: queues.trello,
  idempotencyKey: jobKeys.trello,
  concurrency: 3,
  // Failed calls are counted in `deliveries`; this is for faults of our own.
  retry: { attempts: 5, delayMs: 2_000 },
  handler: deliver,
});
