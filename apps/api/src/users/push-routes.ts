import { rateLimits } from '@parley/contracts/routes/limits';
import * as routes from '@parley/contracts/routes/push';
import {
  addPushDevice,
  listPushDevices,
  removePushDevice,
  testPushDevice,
  updatePushDevice,
} from '@parley/core/push/devices';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const pushRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listPushDevices, async ({ caller }) => listPushDevices(context, caller));
  handleRoute(app, routes.addPushDevice, async ({ caller, body }) => addPushDevice(context, caller, body));
  handleRoute(app, routes.updatePushDevice, async ({ params, caller, body }) =>
    updatePushDevice(context, caller, params.deviceId, body),
  );
  handleRoute(app, routes.removePushDevice, async ({ params, caller }) =>
    removePushDevice(context, caller, params.deviceId),
  );
  handleRoute(
    app,
    routes.testPushDevice,
    async ({ params, caller }) => testPushDevice(context, caller, params.deviceId),
    { limits: [{ name: 'push_test', by: 'caller', ...rateLimits.pushTest }] },
  );
};
