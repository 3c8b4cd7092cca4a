import { getOverview, getStats } from '@parley/contracts/routes/overview';
import { readOverview } from '@parley/core/stats/overview';
import { readStats } from '@parley/core/stats/stats';
import { handle } from '../register.ts';
import type { RegisterRoutes } from '../routes.ts';

export const overviewRoutes: RegisterRoutes = (app, { context }) => {
  handle(app, getStats, async () => readStats(context));
  handle(app, getOverview, async ({ query }) => readOverview(context, query.timeZone));
};
