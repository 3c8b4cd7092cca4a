import * as routes from '@parley/contracts/routes/notifications';
import { notificationSettingsUrl, stopMailsByToken } from '@parley/core/notifications/mail';
import {
  listMuted,
  listNotifications,
  readNotifications,
  readNotificationSettings,
  seeNotifications,
  setMuted,
  unreadNotification,
  updateNotificationSettings,
} from '@parley/core/notifications/own';
import { handleRoute } from '../handle-route.ts';
import { acceptLinkForms } from '../mail/link-forms.ts';
import { redirectTo } from '../redirect.ts';
import type { RegisterRoutes } from '../routes.ts';

export const notificationRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listNotifications, async ({ query, caller }) => listNotifications(context, caller, query));
  handleRoute(app, routes.readNotifications, async ({ body, caller }) => readNotifications(context, caller, body));
  handleRoute(app, routes.unreadNotification, async ({ params, caller }) =>
    unreadNotification(context, caller, params.id),
  );
  handleRoute(app, routes.seeNotifications, async ({ caller }) => seeNotifications(context, caller));
  handleRoute(app, routes.readNotificationSettings, async ({ caller }) => readNotificationSettings(context, caller));
  handleRoute(app, routes.updateNotificationSettings, async ({ body, caller }) =>
    updateNotificationSettings(context, caller, body),
  );
  handleRoute(app, routes.listMuted, async ({ caller }) => ({ conversationIds: await listMuted(context, caller) }));
  handleRoute(app, routes.mute, async ({ params, caller }) => setMuted(context, caller, params.id, true));
  handleRoute(app, routes.unmute, async ({ params, caller }) => setMuted(context, caller, params.id, false));

  app.register(async (scope) => {
    acceptLinkForms(scope);
    handleRoute(scope, routes.stopMailsPage, async ({ reply }) =>
      redirectTo(reply, notificationSettingsUrl(context), 302),
    );
    handleRoute(scope, routes.stopMails, async ({ query }) => stopMailsByToken(context, query.token), {
      limits: [{ name: 'unsubscribe', by: 'address', max: 60, perSeconds: 60 }],
    });
  });
};
