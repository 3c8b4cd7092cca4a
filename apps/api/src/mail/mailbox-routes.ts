/** The mailboxes that customers write to. */
import { listMailboxNames } from '@parley/contracts/routes/mail';
import * as routes from '@parley/contracts/routes/mailboxes';
import * as mailboxes from '@parley/core/mail/mailboxes';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const mailboxRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, listMailboxNames, async ({ caller }) => mailboxes.listMailboxNames(context, caller));
  handleRoute(app, routes.listMailboxes, async ({ caller }) => mailboxes.listMailboxes(context, caller));
  handleRoute(app, routes.addMailbox, async ({ body, caller }) => mailboxes.addMailbox(context, caller, body));
  handleRoute(app, routes.updateMailbox, async ({ params, body, caller }) =>
    mailboxes.updateMailbox(context, caller, params.id, body),
  );
  handleRoute(app, routes.deleteMailbox, async ({ params, caller }) =>
    mailboxes.deleteMailbox(context, caller, params.id),
  );
};
