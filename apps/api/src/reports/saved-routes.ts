/** Saved reports, and the page behind the link that ends the mails of one. */
import { reportMailTexts } from '@parley/contracts/i18n/catalogues/report-mails';
import { mailTexts } from '@parley/contracts/i18n/catalogues/mails';
import * as routes from '@parley/contracts/routes/saved-reports';
import { mailSavedReport, readMailsOfReport, stopMailsByToken } from '@parley/core/stats/report-mails';
import {
  addSavedReport,
  deleteSavedReport,
  listSavedReports,
  updateSavedReport,
} from '@parley/core/stats/saved-reports';
import { detectLanguage } from '@parley/core/text/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { handleRoute } from '../handle-route.ts';
import { acceptLinkForms } from '../mail/link-forms.ts';
import { choicePage } from '../mail/page.ts';
import { isOverOrThrow, sendLinkPage } from '../mail/link-page.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Each computes a report and sends a mail. */
const mailing = { name: 'report_mails', by: 'caller', max: 10, perSeconds: 60 } as const;
const stopping = { name: 'report_mails_stop', by: 'address', max: 60, perSeconds: 60 } as const;

export const savedReportRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listSavedReports, async ({ caller }) => listSavedReports(context, caller));
  handleRoute(app, routes.addSavedReport, async ({ caller, body }) => addSavedReport(context, caller, body));
  handleRoute(app, routes.updateSavedReport, async ({ caller, params, body }) =>
    updateSavedReport(context, caller, params.id, body),
  );
  handleRoute(app, routes.deleteSavedReport, async ({ caller, params }) =>
    deleteSavedReport(context, caller, params.id),
  );
  handleRoute(app, routes.mailSavedReport, async ({ caller, params }) => mailSavedReport(context, caller, params.id), {
    limits: [mailing],
  });

  void app.register(async (scope) => {
    acceptLinkForms(scope);
    // Only the button ends something: programs look at the links of mails.
    handleRoute(
      scope,
      routes.reportMailsPage,
      async ({ query, request, reply }) => answer(request, reply, query.token),
      {
        limits: [stopping],
      },
    );
    handleRoute(
      scope,
      routes.stopReportMails,
      async ({ query, request, reply }) => {
        const isOver = await stopMailsByToken(context, query.token).then(() => false, isOverOrThrow);
        return isOver ? overAnswer(request, reply) : answer(request, reply, query.token);
      },
      { limits: [stopping] },
    );
  });

  async function answer(request: FastifyRequest, reply: FastifyReply, token: string): Promise<FastifyReply> {
    const mails = await readMailsOfReport(context, token).catch((error: unknown) => (isOverOrThrow(error), undefined));
    if (!mails) return overAnswer(request, reply);
    const { language, name, isStopped } = mails;
    const label = mailTexts(language)('unsubscribe');
    return sendLinkPage(
      reply,
      choicePage({
        language,
        title: label,
        sentence: reportMailTexts(language)(isStopped ? 'isStopped' : 'isMailed', { name: '\0' }),
        subject: name,
        ...(!isStopped && {
          button: { label, action: `${routes.stopReportMails.path}?token=${encodeURIComponent(token)}` },
        }),
      }),
    );
  }
};

function overAnswer(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = detectLanguage('', request.headers['accept-language']);
  const sentence = reportMailTexts(language)('over');
  return sendLinkPage(reply.code(404), choicePage({ language, title: sentence, sentence }));
}
