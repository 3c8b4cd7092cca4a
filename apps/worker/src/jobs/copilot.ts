import { queues } from '@parley/contracts/jobs';
import { performCopilot } from '@parley/core/ai/copilot/ask-worker';
import { defineJob } from '../define-job.ts';

/** Produces what a representative has asked the copilot for. */
export const copilotJob = defineJob({
  name: 'copilot',
  payload: queues.copilot,
  concurrency: 20,
  handler: performCopilot,
});
