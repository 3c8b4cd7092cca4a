import { queues } from '@parley/contracts/jobs';
import { recordUnsentNotice, sendAccountMail } from '@parley/core/users/account-mails';
import { defineJob } from '../define-job.ts';

/** Mails users about their account, or sends a link for a new password. */
export const accountMailsJob = defineJob({
  name: 'account-mails',
  payload: queues['account-mails'],
  concurrency: 5,
  handler: (context, mail) => sendAccountMail(context, mail),
  onDead: (context, mail, error) => recordUnsentNotice(context, mail, error.message),
});
