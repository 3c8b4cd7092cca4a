import * as routes from '@parley/contracts/routes/sla';
import { listSlaPolicies } from '@parley/core/sla/active-policies';
import {
  addSlaPolicy,
  deleteSlaPolicy,
  orderSlaPolicies,
  previewSlaPolicy,
  updateSlaPolicy,
} from '@parley/core/sla/policies';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Limits counts over all open conversations. */
const previewing = { name: 'sla-preview', by: 'caller', max: 60, perSeconds: 60 } as const;

export const slaRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listSlaPolicies, async () => listSlaPolicies(context));
  handleRoute(app, routes.addSlaPolicy, async ({ body, caller, reply }) => {
    const policy = await addSlaPolicy(context, caller, body);
    reply.code(201);
    return policy;
  });
  handleRoute(app, routes.updateSlaPolicy, async ({ params, body, caller }) =>
    updateSlaPolicy(context, caller, params.id, body),
  );
  handleRoute(app, routes.orderSlaPolicies, async ({ body, caller }) => orderSlaPolicies(context, caller, body.ids));
  handleRoute(app, routes.previewSlaPolicy, async ({ body, caller }) => previewSlaPolicy(context, caller, body), {
    limits: [previewing],
  });
  handleRoute(app, routes.deleteSlaPolicy, async ({ params, caller }) => deleteSlaPolicy(context, caller, params.id));
};
