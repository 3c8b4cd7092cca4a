import { queues } from '@parley/contracts/jobs';
import { keepSuggestions } from '@parley/core/ai/ask-suggestions';
import { suggestReplies } from '@parley/core/ai/suggestions';
import { defineJob } from '../define-job.ts';

/** Replies suggested to a representative, who is waiting for the result. */
export const aiSuggestionsJob = defineJob({
  name: 'ai-suggestions',
  payload: queues['ai-suggestions'],
  concurrency: 20,
  handler: async (context, { conversationId, ...requester }) =>
    keepSuggestions(context, conversationId, await suggestReplies(context, conversationId, requester), requester),
});
