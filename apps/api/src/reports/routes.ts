import * as routes from '@parley/contracts/routes/reports';
import { downloadReportRows, listReported, readReport } from '@parley/core/stats/reports';
import { nextPageLink } from '../conversations/next-page.ts';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';
import { sendDocument } from '../send-document.ts';

/** Each reads all conversations of a range. */
const downloading = { name: 'report-rows', by: 'caller', max: 10, perSeconds: 60 } as const;

const types = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const;

export const reportRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.getReport, async ({ params, query, caller }) =>
    readReport(context, caller, params.report, query),
  );

  handleRoute(app, routes.listReported, async ({ params, query, caller, request, reply }) => {
    const { reported, cursor } = await listReported(context, caller, params.report, query);
    if (cursor !== null) reply.header('link', nextPageLink(request.url, cursor));
    return reported;
  });

  handleRoute(
    app,
    routes.downloadReportRows,
    async ({ params: { rows }, query: { format, ...range }, caller, reply }) => {
      const document = await downloadReportRows(context, caller, { rows, format }, range);
      return sendDocument(reply, `${rows}-${range.from}-${range.to}.${format}`, document, types[format]);
    },
    { limits: [downloading] },
  );
};
