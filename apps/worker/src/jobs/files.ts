import { queues } from '@parley/contracts/jobs';
import { checkFile, giveUpFile } from '@parley/core/files/check';
import { planTranscript } from '@parley/core/ai/voice-notes';
import { fetchFile } from '@parley/core/channels/customers/fetch-file';
import { defineJob } from '../define-job.ts';

/**
 * Fetches files stored at external services, and checks complete ones. Limited to as many at once as there may be
 * checking processes.
 */
export const filesJob = defineJob({
  name: 'files',
  payload: queues.files,
  concurrency: 2,
  async handler(context, { fileId }) {
    await fetchFile(context, fileId);
    const outcome = await checkFile(context, fileId);
    if (outcome) context.metrics.fileChecked(outcome);
    if (outcome === 'ready') await planTranscript(context, fileId);
  },
  async onDead(context, { fileId }) {
    // A file that could not be fetched waits for the sweep, which starts again.
    if (await giveUpFile(context, fileId)) context.metrics.fileChecked('unchecked');
  },
});
