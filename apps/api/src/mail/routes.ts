/** The link under mails to customers, the list of who used it, and the mails that come in. */
import * as routes from '@parley/contracts/routes/mail';
import { addMail, listInboundMails, retryInboundMail, testReceiving } from '@parley/core/mail/inbound-mails';
import { forwardMessages } from '@parley/core/mail/forward';
import { allowAddress, listSentMails, resendMail } from '@parley/core/mail/sent-mails';
import {
  listUnsubscribes,
  mailWish,
  resubscribeByStaff,
  resubscribeByToken,
  unsubscribeByToken,
} from '@parley/core/mail/unsubscribe';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { handleRoute } from '../handle-route.ts';
import { acceptLinkForms } from './link-forms.ts';
import { testedWell } from '../integrations/tested-well.ts';
import type { RegisterRoutes } from '../routes.ts';
import { unsubscribePage } from './page.ts';

/** Limits tests: each logs in to an external server. */
const testing = { name: 'receiving_test', by: 'caller', max: 20, perSeconds: 60 } as const;
/** Each may go to any address. */
const forwarding = { name: 'forwards', by: 'caller', max: 60, perSeconds: 3600 } as const;
const choosing = { name: 'unsubscribe', by: 'address', max: 60, perSeconds: 60 } as const;

export const mailRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listInboundMails, async ({ query, caller }) => listInboundMails(context, caller, query));
  handleRoute(app, routes.retryInboundMail, async ({ params, caller }) => retryInboundMail(context, caller, params.id));
  handleRoute(app, routes.addMailToConversation, async ({ params, caller }) =>
    addMail(context, caller, { conversationId: params.id, mailId: params.mailId }),
  );
  handleRoute(app, routes.testReceiving, async ({ caller }) => testedWell(await testReceiving(context, caller)), {
    limits: [testing],
  });

  handleRoute(app, routes.listSentMails, async ({ params, caller }) => listSentMails(context, caller, params.id));
  handleRoute(app, routes.resendMail, async ({ params, caller }) =>
    resendMail(context, caller, { conversationId: params.id, mailId: params.mailId }),
  );
  handleRoute(app, routes.allowAddress, async ({ params, body, caller }) =>
    allowAddress(context, caller, { conversationId: params.id, address: body.address }),
  );
  handleRoute(
    app,
    routes.forwardMessages,
    async ({ params, body, caller }) => forwardMessages(context, caller, params.id, body),
    { limits: [forwarding] },
  );

  void app.register(async (scope) => {
    acceptLinkForms(scope);

    // Only the buttons act: programs that look at the links of mails must end nothing, and begin nothing.
    handleRoute(scope, routes.unsubscribePage, async ({ query, request, reply }) =>
      answer(request, reply, query.token),
    );
    handleRoute(
      scope,
      routes.unsubscribe,
      async ({ query, request, reply }) => {
        await unsubscribeByToken(context, query.token);
        return answer(request, reply, query.token);
      },
      { limits: [choosing] },
    );
    handleRoute(
      scope,
      routes.resubscribe,
      async ({ query, request, reply }) => {
        await resubscribeByToken(context, query.token);
        return answer(request, reply, query.token);
      },
      { limits: [choosing] },
    );
  });

  handleRoute(app, routes.listUnsubscribes, async ({ query, caller }) => listUnsubscribes(context, caller, query));
  handleRoute(app, routes.deleteUnsubscribe, async ({ params, caller }) =>
    resubscribeByStaff(context, caller, params.id),
  );

  /** Answers the holder of a link with the current state and the button that changes it. */
  async function answer(request: FastifyRequest, reply: FastifyReply, token: string): Promise<FastifyReply> {
    const wish = await mailWish(context, token);
    const { policy, html } = unsubscribePage(wish, { token, acceptLanguage: request.headers['accept-language'] });
    return (
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policy)
        // Without a referrer browsers would not say either that the button's page is ours.
        .header('referrer-policy', 'same-origin')
        .send(html)
    );
  }
};
