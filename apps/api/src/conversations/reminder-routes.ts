import * as routes from '@parley/contracts/routes/reminders';
import { dismissReminder, listReminders, setReminder } from '@parley/core/conversations/reminders';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const reminderRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listReminders, async ({ query, caller }) => listReminders(context, caller, query.due));
  handleRoute(app, routes.setReminder, async ({ params, body, caller }) =>
    setReminder(context, caller, params.id, body.remindAt),
  );
  handleRoute(app, routes.dismissReminder, async ({ params, caller }) => dismissReminder(context, caller, params.id));
};
