import * as routes from '@parley/contracts/routes/settings';
import { readMaskedSettings } from '@parley/core/settings/merge';
import { changeSettings } from '@parley/core/integrations/change-settings';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const settingsRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.getSettings, async ({ caller }) => readMaskedSettings(context, caller));
  handleRoute(app, routes.changeSettings, async ({ body, caller }) => changeSettings(context, caller, body));
};
