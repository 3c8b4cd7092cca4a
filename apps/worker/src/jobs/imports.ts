import { queues } from '@parley/contracts/jobs';
import { giveUpImport, runImport } from '@parley/core/imports/run';
import { defineJob } from '../define-job.ts';
import { RunAgain } from '../job-context.ts';

/** Records of another product are read, written or undone; one import at a time. */
export const importsJob = defineJob({
  name: 'imports',
  payload: queues.imports,
  concurrency: 1,
  globalConcurrency: 1,
  async handler(context, { importId }, { stopping }) {
    const isFinished = await runImport(context, importId, stopping);
    return isFinished ? undefined : new RunAgain(new Date());
  },
  onDead: (context, { importId }, error) => giveUpImport(context, importId, error.message.includes('stalled')),
});
