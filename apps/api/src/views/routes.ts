import * as routes from '@parley/contracts/routes/views';
import { addView, countFiltered, countViews, deleteView, listViews, updateView } from '@parley/core/views/views';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const viewRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listViews, async ({ caller }) => listViews(context, caller));
  handleRoute(app, routes.countViews, async ({ caller }) => countViews(context, caller));
  handleRoute(app, routes.countFiltered, async ({ caller, query }) => countFiltered(context, caller, query.filter));
  handleRoute(app, routes.addView, async ({ caller, body }) => addView(context, caller, body));
  handleRoute(app, routes.updateView, async ({ caller, params, body }) => updateView(context, caller, params.id, body));
  handleRoute(app, routes.deleteView, async ({ caller, params }) => deleteView(context, caller, params.id));
};
