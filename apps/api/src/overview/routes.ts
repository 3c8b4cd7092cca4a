import { getStats } from '@parley/contracts/routes/overview';
import { readStats } from '@parley/core/stats';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const overviewRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, getStats, async () => readStats(context));
};
