import { getOverview, getStats, getWallboard } from '@parley/contracts/routes/overview';
import { readOverview } from '@parley/core/stats/overview';
import { readStats } from '@parley/core/stats/stats';
import { readWallboard } from '@parley/core/stats/wallboard';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const overviewRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, getStats, async ({ caller }) => readStats(context, caller));
  handleRoute(app, getOverview, async ({ query, caller }) => readOverview(context, caller, query.timeZone));
  handleRoute(app, getWallboard, async ({ query, caller }) => readWallboard(context, caller, query));
};
