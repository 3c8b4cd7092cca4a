import * as routes from '@parley/contracts/routes/bulk';
import { getBatch, startBatch, undoBatch } from '@parley/core/bulk/start';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Each may change thousands. */
const starting = { name: 'batches', by: 'caller', max: 60, perSeconds: 60 } as const;

export const bulkRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.startBatch, async ({ caller, body }) => startBatch(context, caller, body), {
    limits: [starting],
  });
  handleRoute(app, routes.getBatch, async ({ caller, params }) => getBatch(context, caller, params.id));
  handleRoute(app, routes.undoBatch, async ({ caller, params }) => undoBatch(context, caller, params.id), {
    limits: [starting],
  });
};
