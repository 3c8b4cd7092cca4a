import { queues } from '@parley/contracts/jobs';
import { giveUpReply, replyToCustomer } from '@parley/core/ai/reply';
import { jobKeys } from '@parley/core/job-keys';
import { defineJob } from '../define-job.ts';

/** The assistant answers a customer; after three failures a person is called. */
export const aiRepliesJob = defineJob({
  name: 'ai-replies',
  payload: queues['ai-replies'],
  idempotencyKey: jobKeys['ai-replies'],
  // Waiting for a model costs nothing here.
  concurrency: 50,
  retry: { attempts: 3, delayMs: 1_000 },
  handler: (context, request) => replyToCustomer(context, request),
  onDead: (context, request, error) => giveUpReply(context, request, error),
});
