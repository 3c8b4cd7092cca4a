import * as routes from '@parley/contracts/routes/schedules';
import {
  addSchedule,
  deleteSchedule,
  listSchedules,
  setHolidays,
  updateSchedule,
} from '@parley/core/settings/schedules';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Limits reads of addresses that users type in. */
const reading = { name: 'holidays', by: 'caller', max: 20, perSeconds: 60 } as const;

export const scheduleRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listSchedules, async () => listSchedules(context));
  handleRoute(app, routes.addSchedule, async ({ body, caller, reply }) => {
    const schedule = await addSchedule(context, caller, body);
    reply.code(201);
    return schedule;
  });
  handleRoute(app, routes.updateSchedule, async ({ params, body, caller }) =>
    updateSchedule(context, caller, params.id, body),
  );
  handleRoute(
    app,
    routes.setHolidays,
    async ({ params, body, caller }) => setHolidays(context, caller, params.id, body),
    {
      limits: [reading],
    },
  );
  handleRoute(app, routes.deleteSchedule, async ({ params, caller }) => deleteSchedule(context, caller, params.id));
};
