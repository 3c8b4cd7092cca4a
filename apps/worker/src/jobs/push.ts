import { queues } from '@parley/contracts/jobs';
import { CallFailed } from '@parley/core/external/answer';
import { closePushed, pushAgain } from '@parley/core/notifications/push';
import { defineJob } from '../define-job.ts';
import { RunAgain } from '../job-context.ts';

/** Time in which a notification is tried again: it is no news afterwards. */
const patienceMs = 3_600_000;

/** Sends a notification to one device again, or closes what was read elsewhere. */
export const pushJob = defineJob({
  name: 'push',
  payload: queues.push,
  concurrency: 20,
  labelOf: (payload) => ('deviceId' in payload ? 'again' : 'read'),
  async handler(context, payload, { triedSince }) {
    if (!('deviceId' in payload)) return closePushed(context, payload.userId);
    try {
      return await pushAgain(context, payload);
    } catch (error) {
      if (!(error instanceof CallFailed) || !error.transient || Date.now() - triedSince > patienceMs) return undefined;
      if (error.retryAfterMs > 0) return new RunAgain(new Date(Date.now() + error.retryAfterMs));
      throw error;
    }
  },
});
