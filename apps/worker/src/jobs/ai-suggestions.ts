import { queues } from '@parley/contracts/jobs';
import { suggestReplies } from '@parley/core/ai/suggestions';
import { defineJob } from '../define-job.ts';

/** Replies suggested to a representative, who is waiting for the result. */
export const aiSuggestionsJob = defineJob({
  name: 'ai-suggestions',
  payload: queues['ai-suggestions'],
  concurrency: 20,
  // Whoever asked has gone by a second attempt.
  retry: { attempts: 1, delayMs: 0 },
  handler: (context, { conversationId }) => suggestReplies(context, conversationId),
});
