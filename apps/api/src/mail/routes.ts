/** The link under mails to customers, and the mails that come in. */
import * as routes from '@parley/contracts/routes/mail';
import { detectLanguage, type Language } from '@parley/core/ai/language';
import { listInboundMails, retryInboundMail, testReceiving } from '@parley/core/mail/inbound-mails';
import { escapeHtml } from '@parley/core/mail/html';
import { unsubscribeByToken } from '@parley/core/mail/unsubscribe';
import { digestWords } from '@parley/core/mail/words';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { handle } from '../register.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Each logs in to somebody else's server. */
const testing = { name: 'receiving_test', by: 'caller', max: 20, perSeconds: 60 } as const;
const unsubscribing = { name: 'unsubscribe', by: 'address', max: 60, perSeconds: 60 } as const;

export const mailRoutes: RegisterRoutes = (app, { context }) => {
  handle(app, routes.listInboundMails, async ({ query }) =>
    listInboundMails(context, { ...query, limit: query.limit ?? 50 }),
  );
  handle(app, routes.retryInboundMail, async ({ params, caller }) => retryInboundMail(context, caller, params.id));
  handle(
    app,
    routes.testReceiving,
    async ({ caller }) => ({ success: true as const, message: await testReceiving(context, caller) }),
    { limits: [testing] },
  );

  void app.register(async (scope) => {
    // Mail programs and the page's button send a form. What is in it says nothing that the address does not.
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string' },
      (_request, _body, done) => done(null),
    );

    // Only the button acts: programs that look at the links of mails must not end them.
    handle(scope, routes.unsubscribePage, async ({ request, reply }) => {
      const language = languageOf(request);
      return sendPage(reply, language, `<form method="post"><button>${wordsOf(language)}</button></form>`);
    });
    handle(
      scope,
      routes.unsubscribe,
      async ({ query, request, reply }) => {
        await unsubscribeByToken(context, query.token);
        const language = languageOf(request);
        return sendPage(reply, language, `<p>✓ ${wordsOf(language)}</p>`);
      },
      { limits: [unsubscribing] },
    );
  });
};

const languageOf = ({ headers }: FastifyRequest): Language => detectLanguage('', headers['accept-language']);
const wordsOf = (language: Language): string => escapeHtml(digestWords[language].unsubscribe);

function sendPage(reply: FastifyReply, language: Language, content: string): FastifyReply {
  return (
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      )
      // Without a referrer browsers would not say either that the button's page is ours.
      .header('referrer-policy', 'same-origin')
      .send(
        `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">` +
          `<meta name="viewport" content="width=device-width"><title>${wordsOf(language)}</title></head>` +
          `<body>${content}</body></html>`,
      )
  );
}
