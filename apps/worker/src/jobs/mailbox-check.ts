import { queues } from '@parley/contracts/jobs';
import { defineJob } from '../define-job.ts';
import { checkMailbox } from '../mail/check-mailbox.ts';

/** Tries whether a mailbox receives and sends, for its check in the settings. */
export const mailboxCheckJob = defineJob({
  name: 'mailbox-check',
  payload: queues['mailbox-check'],
  concurrency: 4,
  outlivesOutages: false,
  handler: (context, { mailboxId }) => checkMailbox(context, mailboxId),
});
