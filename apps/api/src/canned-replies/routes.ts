import * as routes from '@parley/contracts/routes/canned-replies';
import { exportFileName, exportReplies, importReplies } from '@parley/core/canned-replies/exchange/exchange';
import { addReply, listReplies, removeReply, takeReplyFiles, updateReplyOf } from '@parley/core/canned-replies/replies';
import { runMacro } from '@parley/core/messages/send';
import { staffSends } from '@parley/core/rate-limits';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Each reads a whole file. */
const importing = { name: 'import', by: 'caller', max: 20, perSeconds: 60 } as const;

/** Each copies files. */
const taking = { name: 'reply_files', by: 'caller', max: 120, perSeconds: 60 } as const;

export const cannedReplyRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listCannedReplies, async ({ caller }) => listReplies(context, caller));
  handleRoute(app, routes.addCannedReply, async ({ body, caller }) => addReply(context, caller, body));
  handleRoute(app, routes.updateCannedReply, async ({ params, body, caller }) =>
    updateReplyOf(context, caller, params.id, body),
  );
  handleRoute(app, routes.deleteCannedReply, async ({ params, caller }) => removeReply(context, caller, params.id));
  handleRoute(
    app,
    routes.takeReplyFiles,
    async ({ params, caller, reply }) => {
      reply.code(201);
      return takeReplyFiles(context, caller, params.id);
    },
    { limits: [taking] },
  );
  handleRoute(app, routes.exportCannedReplies, async ({ caller, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${exportFileName()}"`)
      .send(await exportReplies(context, caller)),
  );
  handleRoute(app, routes.importCannedReplies, async ({ body, caller }) => importReplies(context, caller, body), {
    limits: [importing],
  });
  // Counted together with messages.
  handleRoute(app, routes.runMacro, async ({ params, body, caller }) => runMacro(context, caller, params.id, body), {
    limits: [{ ...staffSends, by: 'sender', passWithoutRedis: true }],
  });
};
