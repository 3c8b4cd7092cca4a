import * as routes from '@parley/contracts/routes/simulations';
import { readSimulation, startSimulation } from '@parley/core/routing/simulation/simulations';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Limits runs of up to a minute. */
const starting = { name: 'simulations', by: 'caller', max: 10, perSeconds: 60 } as const;

export const simulationRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(
    app,
    routes.startSimulation,
    async ({ body, caller, reply }) => {
      const simulation = await startSimulation(context, caller, body);
      reply.code(202);
      return simulation;
    },
    { limits: [starting] },
  );
  handleRoute(app, routes.readSimulation, async ({ params, caller }) => readSimulation(context, caller, params.id));
};
