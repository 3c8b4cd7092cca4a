import { createHash } from 'node:crypto';
import { rateLimits } from '@parley/contracts/routes/limits';
import { correctVisitorHandOff, getVisitorHandOff } from '@parley/contracts/routes/answers';
import { eraseOwnData, mailOwnTranscript, requestOwnErasure } from '@parley/contracts/routes/own-data';
import * as pushRoutes from '@parley/contracts/routes/push';
import * as routes from '@parley/contracts/routes/visitor';
import * as ownData from '@parley/core/data/own-data';
import { postOfCustomer } from '@parley/core/messages/answer-form';
import { reactAsVisitor } from '@parley/core/messages/reactions';
import { visitorSends } from '@parley/core/rate-limits';
import { mailOwnTranscript as mailTranscript } from '@parley/core/transcripts/transcript';
import { correctVisitorHandOff as correct, readVisitorHandOff } from '@parley/core/visitors/hand-off';
import { listVisitorConversations, readVisitorConversation } from '@parley/core/visitors/conversations';
import { previewLink } from '@parley/core/visitors/link-preview';
import { updateByVisitor } from '@parley/core/visitors/identify';
import { readVisitorMessages } from '@parley/core/visitors/messages';
import { addVisitorPushDevice, readVisitorPushKey, removeVisitorPushDevice } from '@parley/core/visitors/push-devices';
import { requestPerson } from '@parley/core/visitors/request-person';
import { startVisitorSession } from '@parley/core/visitors/session';
import { widgetSetup } from '@parley/core/visitors/setup';
import { trackEvents } from '@parley/core/visitors/tracked-events';
import { endVisitorSession } from '@parley/core/visitors/tokens';
import { seeWebsite } from '@parley/core/websites/first-seen';
import { bearerToken } from '@parley/core/permissions/api-key-format';
import { addressOf } from '../plugins/rate-limits.ts';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

const sessions = { name: 'visitor_session', by: 'caller', ...rateLimits.visitorSession } as const;
/** Far above any office's morning: what one network may cost. */
const newcomers = { name: 'visitor_newcomer', by: 'newcomer', max: 1200, perSeconds: 60 } as const;
/** A message outranks its limit: with Redis away it is taken, for the database is what must have it. */
const messages = {
  name: 'visitor_message',
  by: 'caller',
  ...rateLimits.visitorMessage,
  passWithoutRedis: true,
} as const;
/** Counted together with what is sent over sockets. */
const sends = { ...visitorSends, by: 'sender', passWithoutRedis: true } as const;
/** Reading and leaving a name: as often as a widget could want. */
const calls = { name: 'visitor_call', by: 'caller', max: 300, perSeconds: 60, passWithoutRedis: true } as const;

/** Each looks up the address of a push service. */
const devices = { name: 'visitor_push_device', by: 'caller', ...rateLimits.visitorPushDevice } as const;
/** Each may have the server read a page of the web. */
const previews = { name: 'link_preview', by: 'caller', max: 30, perSeconds: 60 } as const;

const events = { name: 'visitor_events', by: 'caller', ...rateLimits.visitorEvents } as const;

/** Each writes a mail, or tries a code from one. */
const mails = { name: 'visitor_mail', by: 'caller', ...rateLimits.visitorMail } as const;

export const visitorRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.getWidgetSetup, async ({ query, website, request, reply }) => {
    const [setup] = await Promise.all([widgetSetup(context, website, query.path), seeWebsite(context, website)]);
    const etag = `"${createHash('sha256').update(JSON.stringify(setup)).digest('base64url').slice(0, 22)}"`;
    // A stale answer may promise a representative who has left: an open chat asks again each minute, whatever is
    // cached.
    reply.header('etag', etag).header('cache-control', 'public, max-age=60');
    if (request.headers['if-none-match'] === etag) reply.code(304);
    return setup;
  });

  handleRoute(
    app,
    routes.startVisitorSession,
    async ({ body, website, request }) =>
      startVisitorSession(context, {
        ...body,
        website,
        token: bearerToken(request.headers.authorization),
        userAgent: request.headers['user-agent'],
        acceptLanguage: request.headers['accept-language'],
        network: addressOf(request),
      }),
    { limits: [newcomers, sessions] },
  );

  handleRoute(app, routes.endVisitorSession, async ({ caller }) => endVisitorSession(context, caller), {
    limits: [calls],
  });

  handleRoute(
    app,
    routes.updateVisitor,
    async ({ body, caller, request }) => updateByVisitor(context, caller, { ...body, network: addressOf(request) }),
    {
      limits: [calls],
    },
  );

  handleRoute(app, routes.trackEvents, async ({ body, caller }) => trackEvents(context, caller, body.events), {
    limits: [events],
  });

  handleRoute(app, pushRoutes.getVisitorPushKey, async ({ caller }) => readVisitorPushKey(context, caller), {
    limits: [calls],
  });
  handleRoute(
    app,
    pushRoutes.addVisitorPushDevice,
    async ({ body, caller }) => addVisitorPushDevice(context, caller, body),
    { limits: [devices] },
  );
  handleRoute(
    app,
    pushRoutes.removeVisitorPushDevice,
    async ({ query, caller }) => removeVisitorPushDevice(context, caller, query.endpoint),
    { limits: [calls] },
  );

  handleRoute(
    app,
    routes.listVisitorMessages,
    async ({ query, caller }) => readVisitorMessages(context, caller, query),
    { limits: [calls] },
  );

  handleRoute(
    app,
    routes.listVisitorConversations,
    async ({ query, caller }) => listVisitorConversations(context, caller, query),
    { limits: [calls] },
  );

  handleRoute(
    app,
    routes.getVisitorConversation,
    async ({ params, caller }) => readVisitorConversation(context, caller, params.id),
    { limits: [calls] },
  );

  handleRoute(
    app,
    routes.postVisitorMessage,
    async ({ body: { conversationId, clientConversationId, ...draft }, caller, request, reply }) => {
      const own = { conversationId, clientConversationId };
      const { message, duplicate } = await postOfCustomer(
        context,
        { ...caller, network: addressOf(request) },
        { own },
        draft,
      );
      reply.code(duplicate ? 200 : 201);
      return message;
    },
    { limits: [sends, messages] },
  );

  handleRoute(
    app,
    routes.reactAsVisitor,
    async ({ params, query, body, caller }) => reactAsVisitor(context, caller, { ...query, ...params }, body),
    { limits: [sends, calls] },
  );

  handleRoute(
    app,
    getVisitorHandOff,
    async ({ query, caller }) => readVisitorHandOff(context, caller, query.conversationId),
    { limits: [calls] },
  );

  handleRoute(
    app,
    correctVisitorHandOff,
    async ({ query, body, caller }) => correct(context, caller, { ...query, ...body }),
    { limits: [calls] },
  );

  handleRoute(
    app,
    routes.previewLink,
    async ({ params, query, caller }) => previewLink(context, caller, { ...query, ...params }),
    { limits: [previews] },
  );

  handleRoute(
    app,
    routes.requestPerson,
    async ({ query, caller }) => requestPerson(context, caller, query.conversationId),
    { limits: [calls] },
  );

  handleRoute(
    app,
    mailOwnTranscript,
    async ({ params, body, caller, reply }) => {
      reply.code(202);
      return mailTranscript(context, caller, params.id, body);
    },
    { limits: [mails] },
  );

  handleRoute(app, requestOwnErasure, async ({ caller }) => ownData.requestOwnErasure(context, caller), {
    limits: [mails],
  });

  handleRoute(app, eraseOwnData, async ({ body, caller }) => ownData.eraseOwnData(context, caller, body), {
    limits: [mails],
  });
};
