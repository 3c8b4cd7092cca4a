import { queues } from '@parley/contracts/jobs';
import { copilotNeeds, performCopilot } from '@parley/core/ai/copilot/ask-worker';
import { defineJob } from '../define-job.ts';

/** What the copilot makes for somebody who is waiting for it. */
export const copilotJob = defineJob({
  name: 'copilot',
  payload: queues.copilot,
  acts: Object.entries(copilotNeeds).map(([part, needs]) => ({
    part,
    whoAsked: 'the person or key',
    needs,
    within: part === 'answer' ? 'every past answer, by a condition' : 'the conversation',
    otherwise: 'nothing is made; the call is refused',
  })),
  concurrency: 20,
  handler: performCopilot,
});
