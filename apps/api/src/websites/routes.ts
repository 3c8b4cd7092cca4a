import * as routes from '@parley/contracts/routes/websites';
import {
  addWebsite,
  deleteWebsite,
  listWebsites,
  readIdentitySecret,
  rotateIdentitySecret,
  updateWebsite,
} from '@parley/core/websites/websites';
import { handle } from '../register.ts';
import type { RegisterRoutes } from '../routes.ts';

export const websiteRoutes: RegisterRoutes = (app, { context }) => {
  handle(app, routes.listWebsites, async () => listWebsites(context));
  handle(app, routes.addWebsite, async ({ body, caller }) => addWebsite(context, caller, body));
  handle(app, routes.updateWebsite, async ({ params, body, caller }) =>
    updateWebsite(context, caller, params.id, body),
  );
  handle(app, routes.deleteWebsite, async ({ params, caller }) => deleteWebsite(context, caller, params.id));
  handle(app, routes.getIdentitySecret, async ({ params, caller }) => ({
    secret: await readIdentitySecret(context, caller, params.id),
  }));
  handle(app, routes.rotateIdentitySecret, async ({ params, caller }) => ({
    secret: await rotateIdentitySecret(context, caller, params.id),
  }));
};
