import { queues } from '@parley/contracts/jobs';
import { giveUpBatch, runBatch } from '@parley/core/bulk/run';
import { defineJob } from '../define-job.ts';
import { RunAgain } from '../job-context.ts';

/** Many conversations are changed together. */
export const bulkJob = defineJob({
  name: 'bulk',
  payload: queues.bulk,
  concurrency: 2,
  async handler(context, { batchId }, { stopping }) {
    const isFinished = await runBatch(context, batchId, stopping);
    return isFinished ? undefined : new RunAgain(new Date());
  },
  onDead: (context, { batchId }) => giveUpBatch(context, batchId),
});
