/** The mailboxes that customers write to. */
import { listMailboxNames } from '@parley/contracts/routes/mail';
import * as routes from '@parley/contracts/routes/mailboxes';
import { receiveCall } from '@parley/core/mail/inbound/receive-call';
import { checkMailbox } from '@parley/core/mail/mailbox-check';
import * as mailboxes from '@parley/core/mail/mailboxes';
import * as consent from '@parley/core/mail/oauth/consent';
import { addLogo, sendTemplateTest } from '@parley/core/mail/template';
import { handleRoute } from '../handle-route.ts';
import { redirectTo } from '../redirect.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Limits of calls that make us call a provider, or send mail. */
const checking = { name: 'mailbox_check', by: 'caller', max: 10, perSeconds: 60 } as const;
const consenting = { name: 'mail_consent', by: 'caller', max: 20, perSeconds: 60 } as const;
const returning = { name: 'mail_consent_return', by: 'address', max: 60, perSeconds: 60 } as const;
/** A provider's mails may all come from one address. */
const receiving = { name: 'mail_inbound', by: 'address', max: 3_000, perSeconds: 60 } as const;

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
  handleRoute(app, routes.checkMailbox, async ({ params, caller }) => checkMailbox(context, caller, params.id), {
    limits: [checking],
  });

  handleRoute(app, routes.addMailLogo, async ({ body, caller }) => ({
    url: await addLogo(context, caller, body.picture),
  }));
  handleRoute(app, routes.testMailTemplate, async ({ body, caller }) => sendTemplateTest(context, caller, body), {
    limits: [checking],
  });

  handleRoute(app, routes.readMailConsent, async ({ params, caller }) =>
    consent.readConsent(context, caller, params.id),
  );
  handleRoute(
    app,
    routes.startMailConsent,
    async ({ params, caller }) => consent.startConsent(context, caller, params.id),
    { limits: [consenting] },
  );
  handleRoute(
    app,
    routes.startDeviceConsent,
    async ({ params, caller }) => consent.startDeviceConsent(context, caller, params.id),
    { limits: [consenting] },
  );
  handleRoute(app, routes.endMailConsent, async ({ params, caller }) => consent.endConsent(context, caller, params.id));
  handleRoute(
    app,
    routes.finishMailConsent,
    async ({ request, reply }) => {
      const start = request.url.indexOf('?');
      const { userId, sessionId } = request.session;
      const { mailboxId, outcome } = await consent.finishConsent(
        context,
        { userId, sessionId },
        start < 0 ? '' : request.url.slice(start),
      );
      const query = new URLSearchParams({
        tab: 'mailboxes',
        consent: outcome,
        ...(mailboxId && { mailbox: mailboxId }),
      });
      return redirectTo(reply, `${context.publicUrl}/integrations?${query.toString()}`, 303);
    },
    { limits: [returning] },
  );

  void app.register(async (scope) => {
    // Forms, JSON and JSON that is called text: each provider's module reads its own.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    handleRoute(
      scope,
      routes.receiveProviderMail,
      async ({ params, request, reply }) => {
        const call = {
          contentType: request.headers['content-type'] ?? '',
          authorization: request.headers.authorization ?? null,
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        };
        // SNS sends a password once it was asked for one.
        if (call.authorization === null) reply.header('www-authenticate', 'Basic realm="Parley"');
        await receiveCall(context, params, call);
      },
      { limits: [receiving] },
    );
  });
};
