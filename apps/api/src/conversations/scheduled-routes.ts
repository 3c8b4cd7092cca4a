import * as routes from '@parley/contracts/routes/scheduled';
import {
  cancelScheduled,
  changeScheduled,
  listScheduled,
  listScheduledOf,
  scheduleMessage,
  sendScheduled,
} from '@parley/core/messages/scheduled';
import { staffSends } from '@parley/core/rate-limits';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Counted together with what is sent at once. */
const posting = { limits: [{ ...staffSends, by: 'sender', passWithoutRedis: true }] } as const;

export const scheduledRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listScheduled, async ({ query, caller }) => listScheduled(context, caller, query.stopped));
  handleRoute(app, routes.listScheduledOf, async ({ params, caller }) => listScheduledOf(context, caller, params.id));
  handleRoute(
    app,
    routes.schedule,
    async ({ params, body, caller, reply }) => {
      const { scheduled, isNew } = await scheduleMessage(context, caller, params.id, body);
      reply.code(isNew ? 201 : 200);
      return scheduled;
    },
    posting,
  );
  handleRoute(app, routes.changeScheduled, async ({ params, body, caller }) =>
    changeScheduled(context, caller, params.id, body),
  );
  handleRoute(
    app,
    routes.sendScheduled,
    async ({ params, caller }) => sendScheduled(context, caller, params.id),
    posting,
  );
  handleRoute(app, routes.cancelScheduled, async ({ params, caller }) => cancelScheduled(context, caller, params.id));
};
