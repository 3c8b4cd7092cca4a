import * as routes from '@parley/contracts/routes/settings';
import { changeSettings, readMaskedSettings } from '@parley/core/settings/change';
import { handle } from '../register.ts';
import type { RegisterRoutes } from '../routes.ts';

export const settingsRoutes: RegisterRoutes = (app, { context }) => {
  handle(app, routes.getSettings, async () => readMaskedSettings(context));
  handle(app, routes.changeSettings, async ({ body, caller }) => changeSettings(context, caller, body));
};
