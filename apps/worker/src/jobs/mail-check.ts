import { queues } from '@parley/contracts/jobs';
import { defineJob } from '../define-job.ts';
import { checkReceiving } from '../mail/check-receiving.ts';

/** Whether mail can come in, for the test button. */
export const mailCheckJob = defineJob({
  name: 'mail-check',
  payload: queues['mail-check'],
  concurrency: 2,
  outlivesOutages: false,
  handler: (context) => checkReceiving(context),
});
