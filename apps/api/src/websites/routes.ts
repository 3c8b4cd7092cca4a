import * as routes from '@parley/contracts/routes/websites';
import {
  addWebsite,
  deleteWebsite,
  listWebsites,
  readIdentitySecret,
  rotateIdentitySecret,
  updateWebsite,
} from '@parley/core/websites/websites';
import { checkInstall } from '@parley/core/visitors/install-check';
import { sendTestMessage } from '@parley/core/visitors/test-message';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

const checking = { name: 'install-check', by: 'caller', max: 20, perSeconds: 60 } as const;
const testing = { name: 'test-message', by: 'caller', max: 10, perSeconds: 60 } as const;

export const websiteRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listWebsites, async () => listWebsites(context));
  handleRoute(app, routes.addWebsite, async ({ body, caller }) => addWebsite(context, caller, body));
  handleRoute(app, routes.updateWebsite, async ({ params, body, caller }) =>
    updateWebsite(context, caller, params.id, body),
  );
  handleRoute(app, routes.deleteWebsite, async ({ params, caller }) => deleteWebsite(context, caller, params.id));
  handleRoute(
    app,
    routes.checkInstall,
    async ({ params, body, caller }) => checkInstall(context, caller, params.id, body),
    { limits: [checking] },
  );
  handleRoute(
    app,
    routes.sendTestMessage,
    async ({ params, caller, reply }) => {
      reply.code(201);
      return sendTestMessage(context, caller, params.id);
    },
    { limits: [testing] },
  );
  handleRoute(app, routes.getIdentitySecret, async ({ params, caller }) => ({
    secret: await readIdentitySecret(context, caller, params.id),
  }));
  handleRoute(app, routes.rotateIdentitySecret, async ({ params, caller }) => ({
    secret: await rotateIdentitySecret(context, caller, params.id),
  }));
};
