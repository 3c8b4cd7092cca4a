import { queues } from '@parley/contracts/jobs';
import { defineJob } from '../define-job.ts';
import { pollMailbox } from '../mail/poll-mailbox.ts';

/** A look into the mailbox that answers by mail arrive in. */
export const mailboxJob = defineJob({
  name: 'mailbox',
  payload: queues.mailbox,
  concurrency: 1,
  // Two at once would read the same mails; while one hangs the next waits, and no third is added.
  globalConcurrency: 1,
  outlivesOutages: false,
  handler: (context) => pollMailbox(context),
});
