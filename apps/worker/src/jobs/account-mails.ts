import { queues } from '@parley/contracts/jobs';
import { recordUnsentNotice, sendAccountMail } from '@parley/core/users/account-mails';
import { defineJob } from '../define-job.ts';

/** Somebody of the team is told by mail about their account, or gets a link to a new password. */
export const accountMailsJob = defineJob({
  name: 'account-mails',
  payload: queues['account-mails'],
  concurrency: 5,
  handler: (context, mail) => sendAccountMail(context, mail),
  onDead: (context, mail, error) => recordUnsentNotice(context, mail, error.message),
});
