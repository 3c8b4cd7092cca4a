import { queues } from '@parley/contracts/jobs';
import { Problem } from '@parley/contracts/problems';
import { assertStillMay } from '@parley/core/permissions/permissions';
import { copyFromSource } from '@parley/core/sync/copy';
import { defineJob } from '../define-job.ts';
import { RunAgain } from '../job-context.ts';

/** Copies everything from the production database; the admin who started it waits for the counts. */
export const syncJob = defineJob({
  name: 'sync',
  payload: queues.sync,
  concurrency: 1,
  globalConcurrency: 1,
  async handler(context, { requestedBy, keyId }, { stopping }) {
    if (requestedBy !== null)
      await assertStillMay(context, { userId: requestedBy, ...(keyId !== undefined && { keyId }) }, 'data.copy');
    const source = context.config.SYNC_SOURCE_DATABASE_URL;
    if (source === undefined)
      throw new Problem('not_configured', 'Set SYNC_SOURCE_DATABASE_URL for the worker as well.');
    try {
      return await copyFromSource(context, source, stopping);
    } catch (error) {
      if (stopping.aborted) return new RunAgain(new Date());
      throw error;
    }
  },
});
