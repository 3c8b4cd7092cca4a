import { queues } from '@parley/contracts/jobs';
import { giveUpBulk, sendBulk } from '@parley/core/bulk/messages/send';
import { defineJob } from '../define-job.ts';
import { RunAgain } from '../job-context.ts';

/** Sends one text to many contacts. */
export const bulkMessagesJob = defineJob({
  name: 'bulk-messages',
  payload: queues['bulk-messages'],
  concurrency: 2,
  async handler(context, { bulkMessageId }, { stopping }) {
    const next = await sendBulk(context, bulkMessageId, stopping);
    return next ? new RunAgain(next) : undefined;
  },
  onDead: (context, { bulkMessageId }) => giveUpBulk(context, bulkMessageId),
});
