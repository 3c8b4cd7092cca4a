import { queues } from '@parley/contracts/jobs';
import { giveUpSource, readSource } from '@parley/core/knowledge/read-source';
import { defineJob } from '../define-job.ts';
import { RunAgain } from '../job-context.ts';

/** Sources of knowledge are read, for a while at a time. */
export const knowledgeJob = defineJob({
  name: 'knowledge',
  payload: queues.knowledge,
  concurrency: 2,
  async handler(context, { sourceId }, { stopping }) {
    return (await readSource(context, sourceId, stopping)) ? new RunAgain(new Date()) : undefined;
  },
  onDead: (context, { sourceId }) => giveUpSource(context, sourceId),
});
