import * as routes from '@parley/contracts/routes/live-visitors';
import { listLiveVisitors, startWithLiveVisitor } from '@parley/core/visitors/live';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const liveVisitorRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listLiveVisitors, async ({ caller, query }) => listLiveVisitors(context, caller, query));
  handleRoute(app, routes.startWithLiveVisitor, async ({ params, body, caller, reply }) => {
    const started = await startWithLiveVisitor(context, caller, params.id, body);
    reply.code(201);
    return started;
  });
};
