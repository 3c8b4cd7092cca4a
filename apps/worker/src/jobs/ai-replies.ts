import { queues } from '@parley/contracts/jobs';
import { giveUpReply, replyToCustomer } from '@parley/core/ai/reply';
import { jobKeys } from '@parley/core/job-keys';
import { defineJob } from '../define-job.ts';
import { RunAgain } from '../job-context.ts';

/** The assistant answers a customer; after three failures a person is called. */
export const aiRepliesJob = defineJob({
  name: 'ai-replies',
  payload: queues['ai-replies'],
  idempotencyKey: jobKeys['ai-replies'],
  // Waiting for a model costs nothing here.
  concurrency: 50,
  retry: { attempts: 3, delayMs: 1_000 },
  async handler(context, request, { leaving }) {
    try {
      return await replyToCustomer(context, request, leaving);
    } catch (error) {
      // Another worker begins the answer anew.
      if (leaving.aborted) return new RunAgain(new Date());
      throw error;
    }
  },
  onDead: (context, request, error) => giveUpReply(context, request, error),
});
