import { queues } from '@parley/contracts/jobs';
import { runRules } from '@parley/core/integrations/rules/run';
import { defineJob } from '../define-job.ts';

/** Something happened that rules may follow. */
export const rulesJob = defineJob({
  name: 'rules',
  payload: queues.rules,
  concurrency: 10,
  handler: (context, occurrence) => runRules(context, occurrence),
});
