import * as apiChannels from '@parley/contracts/routes/api-channels';
import * as routes from '@parley/contracts/routes/integrations';
import * as msteamsRoutes from '@parley/contracts/routes/msteams';
import * as slackRoutes from '@parley/contracts/routes/slack';
import { listDeliveries, retryDelivery } from '@parley/core/deliveries/deliveries';
import {
  addApiChannel,
  deleteApiChannel,
  listApiChannels,
  rotateApiChannelKeys,
  updateApiChannel,
} from '@parley/core/channels/api-channel/channels';
import { receiveEvents } from '@parley/core/channels/api-channel/receiving';
import { confirmChannel, receiveFromChannel } from '@parley/core/channels/customers/receive';
import { listMsteamsChannels, msteamsApp } from '@parley/core/integrations/msteams/app';
import { receiveFromMsteams } from '@parley/core/integrations/msteams/receive';
import { listSlackChannels, testSlackThreads } from '@parley/core/integrations/slack/app';
import { receiveFromSlack } from '@parley/core/integrations/slack/receive';
import { testIntegration } from '@parley/core/integrations/test';
import { testWebhook } from '@parley/core/integrations/webhook/test-webhook';
import {
  addWebhook,
  deleteWebhook,
  endPreviousSecret,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from '@parley/core/integrations/webhook/webhooks';
import type { FastifyRequest } from 'fastify';
import { readEventBodies } from './event-bodies.ts';
import { testedWell } from './tested-well.ts';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Limits tests: each calls an external server. */
const testing = { name: 'integration_test', by: 'caller', max: 20, perSeconds: 60 } as const;

/** All customers of a channel come from its few addresses; what is refused is told again later. */
const receiving = { name: 'channel_events', by: 'address', max: 6_000, perSeconds: 60 } as const;

const headersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

export const integrationRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(
    app,
    routes.testIntegration,
    async ({ params, caller }) => testedWell(await testIntegration(context, caller, params.integration)),
    { limits: [testing] },
  );

  void app.register(async (scope) => {
    const bodies = readEventBodies(scope, app, { fields: true });
    handleRoute(
      scope,
      routes.receiveFromChannel,
      async ({ params, request }) => {
        const raw = bodies.get(request)?.raw ?? Buffer.alloc(0);
        await receiveFromChannel(context, params.channel, { headers: headersOf(request), raw, body: request.body });
        return { success: true as const };
      },
      { limits: [receiving] },
    );
  });
  handleRoute(
    app,
    routes.confirmChannel,
    async ({ params, query, reply }) =>
      reply.type('text/plain; charset=utf-8').send(await confirmChannel(context, params.channel, query)),
    { limits: [receiving] },
  );

  handleRoute(app, apiChannels.listApiChannels, async ({ caller }) => listApiChannels(context, caller));
  handleRoute(app, apiChannels.addApiChannel, async ({ body, caller }) => addApiChannel(context, caller, body));
  handleRoute(app, apiChannels.updateApiChannel, async ({ params, body, caller }) =>
    updateApiChannel(context, caller, params.id, body),
  );
  handleRoute(app, apiChannels.rotateApiChannelKeys, async ({ params, caller }) =>
    rotateApiChannelKeys(context, caller, params.id),
  );
  handleRoute(app, apiChannels.deleteApiChannel, async ({ params, caller }) =>
    deleteApiChannel(context, caller, params.id),
  );

  void app.register(async (scope) => {
    const bodies = readEventBodies(scope, app);
    handleRoute(
      scope,
      apiChannels.receiveFromApiChannel,
      async ({ params, body, request }) => ({
        stored: await receiveEvents(context, params.id, {
          headers: headersOf(request),
          ...(bodies.get(request) ?? { raw: '' }),
          events: body.events,
        }),
      }),
      { limits: [receiving] },
    );
  });

  void app.register(async (scope) => {
    const bodies = readEventBodies(scope, app);
    handleRoute(
      scope,
      slackRoutes.receiveFromSlack,
      async ({ request }) => {
        const raw = bodies.get(request)?.raw ?? Buffer.alloc(0);
        return { success: true as const, ...(await receiveFromSlack(context, { headers: headersOf(request), raw })) };
      },
      { limits: [receiving] },
    );
  });
  handleRoute(app, slackRoutes.listSlackChannels, async ({ caller }) => listSlackChannels(context, caller));
  handleRoute(
    app,
    slackRoutes.testSlackThreads,
    async ({ caller }) => testedWell(await testSlackThreads(context, caller)),
    { limits: [testing] },
  );

  handleRoute(
    app,
    msteamsRoutes.receiveFromMsteams,
    async ({ request }) => {
      await receiveFromMsteams(context, { authorization: request.headers.authorization, activity: request.body });
      return { success: true as const };
    },
    { limits: [receiving] },
  );
  handleRoute(app, msteamsRoutes.listMsteamsChannels, async ({ caller }) => listMsteamsChannels(context, caller));
  handleRoute(app, msteamsRoutes.readMsteamsApp, async ({ caller, reply }) =>
    reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="parley-teams.zip"')
      .send(await msteamsApp(context, caller)),
  );

  handleRoute(app, routes.listDeliveries, async ({ query, caller }) => listDeliveries(context, caller, query));
  handleRoute(app, routes.retryDelivery, async ({ params, caller }) => retryDelivery(context, caller, params.id));

  handleRoute(app, routes.listWebhooks, async ({ caller }) => listWebhooks(context, caller));
  handleRoute(app, routes.addWebhook, async ({ body, caller }) => addWebhook(context, caller, body));
  handleRoute(app, routes.updateWebhook, async ({ params, body, caller }) =>
    updateWebhook(context, caller, params.id, body),
  );
  handleRoute(app, routes.testWebhook, async ({ params, caller }) => testWebhook(context, caller, params.id), {
    limits: [testing],
  });
  handleRoute(app, routes.rotateWebhookSecret, async ({ params, caller }) =>
    rotateWebhookSecret(context, caller, params.id),
  );
  handleRoute(app, routes.endPreviousWebhookSecret, async ({ params, caller }) =>
    endPreviousSecret(context, caller, params.id),
  );
  handleRoute(app, routes.deleteWebhook, async ({ params, caller }) => deleteWebhook(context, caller, params.id));
};
