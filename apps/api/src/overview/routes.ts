import { getOverview, getStats } from '@parley/contracts/routes/overview';
import { readOverview } from '@parley/core/stats/overview';
import { readStats } from '@parley/core/stats/stats';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const overviewRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, getStats, async ({ caller }) => readStats(context, caller));
  handleRoute(app, getOverview, async ({ query, caller }) => readOverview(context, caller, query.timeZone));
};
