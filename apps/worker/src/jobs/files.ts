import { queues } from '@parley/contracts/jobs';
import { checkFile, giveUpFile } from '@parley/core/files/check';
import { fetchFile } from '@parley/core/channels/customers/fetch-file';
import { defineJob } from '../define-job.ts';

/** Files that somebody else keeps are fetched; those that have come whole are checked. As many at once as there may be processes that look into one. */
export const filesJob = defineJob({
  name: 'files',
  payload: queues.files,
  concurrency: 2,
  async handler(context, { fileId }) {
    await fetchFile(context, fileId);
    const outcome = await checkFile(context, fileId);
    if (outcome) context.metrics.fileChecked(outcome);
  },
  async onDead(context, { fileId }) {
    // One that could not be fetched waits for the sweep, which begins anew.
    if (await giveUpFile(context, fileId)) context.metrics.fileChecked('unchecked');
  },
});
