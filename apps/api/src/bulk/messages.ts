import { bulkMessageLimits } from '@parley/contracts/conversations/limits';
import * as routes from '@parley/contracts/routes/bulk-messages';
import {
  getBulkMessage,
  listBulkMessages,
  listBulkRecipients,
  previewBulkMessage,
  sendBulkMessage,
  stopBulkMessage,
} from '@parley/core/bulk/messages/manage';
import { nextPageLink } from '../conversations/next-page.ts';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Each may write to hundreds. */
const sending = {
  name: 'bulk-messages',
  by: 'caller',
  max: bulkMessageLimits.perHour,
  perSeconds: 3600,
} as const;
const previewing = { name: 'bulk-previews', by: 'caller', max: 60, perSeconds: 60 } as const;

export const bulkMessageRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.previewBulkMessage, async ({ caller, body }) => previewBulkMessage(context, caller, body), {
    limits: [previewing],
  });
  handleRoute(
    app,
    routes.sendBulkMessage,
    async ({ caller, body, reply }) => {
      const { bulkMessage, isNew } = await sendBulkMessage(context, caller, body);
      reply.code(isNew ? 202 : 200);
      return bulkMessage;
    },
    { limits: [sending] },
  );
  handleRoute(app, routes.listBulkMessages, async ({ caller, query, request, reply }) => {
    const { bulkMessages, next } = await listBulkMessages(context, caller, query);
    if (next !== null) reply.header('link', nextPageLink(request.url, next));
    return bulkMessages;
  });
  handleRoute(app, routes.getBulkMessage, async ({ caller, params }) => getBulkMessage(context, caller, params.id));
  handleRoute(app, routes.listBulkRecipients, async ({ caller, params }) =>
    listBulkRecipients(context, caller, params.id),
  );
  handleRoute(app, routes.stopBulkMessage, async ({ caller, params }) => stopBulkMessage(context, caller, params.id));
};
