import { queues } from '@parley/contracts/jobs';
import { sendReportMail } from '@parley/core/stats/report-mails';
import { defineJob } from '../define-job.ts';

/** Computes a report within the rights of its recipient, and mails it to them. */
export const reportMailsJob = defineJob({
  name: 'report-mails',
  payload: queues['report-mails'],
  concurrency: 2,
  handler: (context, { reportMailId }) => sendReportMail(context, reportMailId),
});
