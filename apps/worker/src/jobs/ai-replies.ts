import { queues } from '@parley/contracts/jobs';
import { giveUpReply, replyToCustomer } from '@parley/core/ai/reply';
import { defineJob } from '../define-job.ts';
import { RunAgain } from '../job-context.ts';

/**
 * How long a customer is left without a word before a person is called: one silent attempt, and time for another. Of the
 * 28 seconds that are promised, the last is for the wait for a second message before and the hand-off behind.
 */
const patienceMs = 27_000;

/** The assistant answers a customer; after three failures, or when it has taken too long, a person is called. */
export const aiRepliesJob = defineJob({
  name: 'ai-replies',
  payload: queues['ai-replies'],
  // Waiting for a model costs nothing here.
  concurrency: 50,
  async handler(context, request, { leaving, triedSince }) {
    try {
      return await replyToCustomer(context, request, { until: triedSince + patienceMs, signal: leaving });
    } catch (error) {
      // Another worker starts the answer again.
      if (leaving.aborted) return new RunAgain(new Date());
      throw error;
    }
  },
  onDead: (context, request, error) => giveUpReply(context, request, error),
});
