import { queues } from '@parley/contracts/jobs';
import { giveUpSimulation, runSimulation } from '@parley/core/routing/simulation/run';
import { defineJob } from '../define-job.ts';
import { RunAgain } from '../job-context.ts';

/** Past days are replayed: one simulation at a time in a process, which leaves time for other jobs. */
export const simulationsJob = defineJob({
  name: 'simulations',
  payload: queues.simulations,
  concurrency: 1,
  async handler(context, { simulationId }, { stopping }) {
    return (await runSimulation(context, simulationId, stopping)) ? undefined : new RunAgain(new Date());
  },
  onDead: (context, { simulationId }) => giveUpSimulation(context, simulationId),
});
