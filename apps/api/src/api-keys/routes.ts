import * as routes from '@parley/contracts/routes/api-keys';
import { addApiKey, endApiKey, listApiKeys, listOwnApiKeys } from '@parley/core/users/api-keys/keys';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const apiKeyRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listOwnApiKeys, async ({ caller }) => listOwnApiKeys(context, caller));
  handleRoute(app, routes.addOwnApiKey, async ({ body, caller }) => addApiKey(context, caller, 'personal', body));
  handleRoute(app, routes.endOwnApiKey, async ({ params, caller }) =>
    endApiKey(context, caller, params.id, { onlyOwn: true }),
  );
  handleRoute(app, routes.listApiKeys, async ({ caller }) => listApiKeys(context, caller));
  handleRoute(app, routes.addServiceKey, async ({ body, caller }) => addApiKey(context, caller, 'service', body));
  handleRoute(app, routes.endApiKey, async ({ params, caller }) =>
    endApiKey(context, caller, params.id, { onlyOwn: false }),
  );
};
