import { getStats } from '@parley/contracts/routes/overview';
import { readStats } from '@parley/core/stats';
import { handle } from '../register.ts';
import type { RegisterRoutes } from '../routes.ts';

export const overviewRoutes: RegisterRoutes = (app, { context }) => {
  handle(app, getStats, async () => readStats(context));
};
