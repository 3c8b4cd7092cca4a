import { queues } from '@parley/contracts/jobs';
import { performCopilot } from '@parley/core/ai/copilot/ask-worker';
import { defineJob } from '../define-job.ts';

/** What the copilot makes for somebody who is waiting for it. */
export const copilotJob = defineJob({
  name: 'copilot',
  payload: queues.copilot,
  concurrency: 20,
  handler: performCopilot,
});
