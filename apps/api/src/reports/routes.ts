import { getReport, listReported } from '@parley/contracts/routes/reports';
import { listReported as list, readReport } from '@parley/core/stats/reports';
import { nextPageLink } from '../conversations/next-page.ts';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const reportRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, getReport, async ({ params, query, caller }) => readReport(context, caller, params.report, query));

  handleRoute(app, listReported, async ({ params, query, caller, request, reply }) => {
    const { reported, cursor } = await list(context, caller, params.report, query);
    if (cursor !== null) reply.header('link', nextPageLink(request.url, cursor));
    return reported;
  });
};
