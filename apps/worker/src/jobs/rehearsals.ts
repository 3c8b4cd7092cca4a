import { queues } from '@parley/contracts/jobs';
import { giveUpRehearsal, runRehearsal } from '@parley/core/ai/rehearsal/run';
import { defineJob } from '../define-job.ts';
import { RunAgain } from '../job-context.ts';

/** A change is answered over past conversations: one at a time, so that the model has time for customers. */
export const rehearsalsJob = defineJob({
  name: 'rehearsals',
  payload: queues.rehearsals,
  concurrency: 1,
  globalConcurrency: 1,
  async handler(context, { rehearsalId }, { stopping }) {
    return (await runRehearsal(context, rehearsalId, stopping)) ? new RunAgain(new Date()) : undefined;
  },
  onDead: (context, { rehearsalId }) => giveUpRehearsal(context, rehearsalId),
});
