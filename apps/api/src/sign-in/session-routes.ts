import * as routes from '@parley/contracts/routes/sessions';
import { endOne, endOthers, sessionsOf } from '@parley/core/sign-in/sessions-of';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const sessionRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listSessions, async ({ params, caller }) => sessionsOf(context, caller, params.id));
  handleRoute(app, routes.endSession, async ({ params, caller }) => endOne(context, caller, params.id, params.session));
  handleRoute(app, routes.endSessions, async ({ params, caller }) => endOthers(context, caller, params.id));
};
