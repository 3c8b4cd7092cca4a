import { queues } from '@parley/contracts/jobs';
import { routeTeam } from '@parley/core/routing/route';
import { defineJob } from '../define-job.ts';

/** Assigns a team's waiting conversations. */
export const routingJob = defineJob({
  name: 'routing',
  payload: queues.routing,
  concurrency: 4,
  handler: (context, { teamId }) => routeTeam(context, teamId),
});
