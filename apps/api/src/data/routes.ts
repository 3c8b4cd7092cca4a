import { Readable } from 'node:stream';
import * as routes from '@parley/contracts/routes/data';
import { acknowledgeAuditDifference, readAuditChain } from '@parley/core/audit/acknowledge';
import { recordAudit } from '@parley/core/audit/record';
import { auditLogCsv, readNamedAuditLog } from '@parley/core/data/audit-log';
import { conversationsArchive, conversationsDocument, exportFileName } from '@parley/core/data/export';
import { eraseVisitor, visitorDocument } from '@parley/core/data/privacy';
import { countPastRetention } from '@parley/core/data/retention';
import { triggerSync } from '@parley/core/sync/trigger';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';
import { sendDocument } from '../send-document.ts';

/** Each reads everything there is. */
const exporting = { name: 'export', by: 'caller', max: 10, perSeconds: 60 } as const;

export const dataRoutes: RegisterRoutes = (app, { context, config }) => {
  handleRoute(
    app,
    routes.exportConversations,
    async ({ caller, query, reply }) => {
      const archive = query.files ? await conversationsArchive(context, caller) : null;
      await recordAudit(context, caller, { action: 'data.exported', ...(archive && { details: { files: true } }) });
      if (!archive) return sendDocument(reply, exportFileName(), conversationsDocument(context, caller));
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${exportFileName(new Date(), 'zip')}"`)
        .send(Readable.fromWeb(archive));
    },
    { limits: [exporting] },
  );

  handleRoute(app, routes.triggerSync, async ({ caller }) => {
    const stats = await triggerSync(context, caller, config.SYNC_SOURCE_DATABASE_URL);
    return { success: true as const, message: 'Everything was copied.', stats };
  });

  handleRoute(app, routes.countPastRetention, async ({ query, caller }) => ({
    conversations: await countPastRetention(context, caller, query.retention),
  }));

  handleRoute(
    app,
    routes.exportVisitorData,
    async ({ body, caller, reply }) =>
      sendDocument(reply, 'visitor-data.json', visitorDocument(context, caller, body.email)),
    { limits: [exporting] },
  );
  handleRoute(app, routes.eraseVisitorData, async ({ body, caller }) => eraseVisitor(context, caller, body.email));

  handleRoute(
    app,
    routes.exportAuditLog,
    async ({ query, caller, reply }) =>
      sendDocument(reply, 'audit-log.csv', auditLogCsv(context, caller, query), 'text/csv; charset=utf-8'),
    { limits: [exporting] },
  );
  handleRoute(app, routes.checkAuditLog, async ({ caller }) => readAuditChain(context, caller), {
    limits: [exporting],
  });

  handleRoute(
    app,
    routes.acknowledgeAuditDifference,
    async ({ body, caller }) => acknowledgeAuditDifference(context, caller, body),
    { limits: [exporting] },
  );

  handleRoute(app, routes.listAuditLog, async ({ query, caller }) => readNamedAuditLog(context, caller, query));
};
