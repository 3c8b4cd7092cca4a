import { queues } from '@parley/contracts/jobs';
import { processInboundMail } from '@parley/core/mail/process';
import { recordInboundResult } from '@parley/db/mail/inbound';
import { defineJob } from '../define-job.ts';

/** A stored mail is understood and posted as its customer's message, or left aside with the reason. */
export const inboundMailJob = defineJob({
  name: 'inbound-mail',
  payload: queues['inbound-mail'],
  // Each is read in a thread of its own, which may want a processor and its memory for ten seconds.
  concurrency: 2,
  async handler(context, { inboundMailId }) {
    const result = await processInboundMail(context, inboundMailId, {
      reader: context.mailReader,
      authservId: context.config.INBOUND_AUTHSERV_ID ?? null,
    });
    if (!result) return null;
    const outcome = result.status === 'posted' ? 'posted' : result.reason;
    context.metrics.inboundMail(outcome);
    return outcome;
  },
  async onDead(context, { inboundMailId }) {
    await recordInboundResult(context.db, inboundMailId, { status: 'failed', reason: 'error' });
  },
});
