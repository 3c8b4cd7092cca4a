import { type IncomingMessage, METHODS } from 'node:http';
import { methodNotAllowed } from '@parley/service/method-not-allowed';
import { enforceBodyRate, timeoutOptions } from '@parley/service/request-timeouts';
import Fastify, { type FastifyInstance } from 'fastify';
import type { FrontConfig } from './config.ts';
import { forwarding } from './forwarding.ts';
import { framingFault, originForm } from './framing.ts';
import { serveDashboard, serveDemo, serveWidget } from './pages.ts';
import { Relay } from './relay.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { paths } from './site.ts';
import { isHandshake, Tunnel } from './tunnel.ts';
import { Upstreams } from './upstreams.ts';

/**
 * The one origin that everything of Parley is reached by: `/api` goes to the API, `/ws` to the gateway, the widget, the
 * sample shop and the dashboard are files. Built without listening.
 */
export function buildFront(config: FrontConfig): FastifyInstance {
  const forward = forwarding(config.trustedProxies);
  const api = new Relay(new Upstreams(config.api), forward, config.restartMilliseconds);
  const realtime = new Tunnel(new Upstreams(config.realtime), forward);
  const development = 'server' in config.dashboard ? new Upstreams([config.dashboard.server]) : undefined;
  const developmentSockets = development && new Tunnel(development, forward);

  const isSocket = (request: IncomingMessage) =>
    isHandshake(request) && (request.url?.split('?')[0] === '/ws' || development !== undefined);
  const timeouts = timeoutOptions(config.timeouts);
  const app = Fastify({
    ...timeouts,
    trustProxy: config.trustedProxies,
    http: { ...timeouts.http, shouldUpgradeCallback: isSocket },
    rewriteUrl: originForm,
  });
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method) && method !== 'CONNECT') app.addHttpMethod(method, { hasBody: true });
  }
  app.server.on('upgrade', (request: IncomingMessage, socket, head) => {
    const tunnel = request.url?.split('?')[0] === '/ws' ? realtime : (developmentSockets ?? realtime);
    void tunnel.handle(request, socket, head);
  });
  app.addHook('onRequest', async ({ raw }, reply) => {
    const fault = framingFault(raw);
    if (fault) return reply.code(fault).header('connection', 'close').type('text/plain').send('Refused\n');
  });
  enforceBodyRate(app, config.timeouts);
  app.addHook('preClose', async () => {
    realtime.close();
    developmentSockets?.close();
  });

  addSecurityHeaders(app);
  app.register(methodNotAllowed);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => ({ status: 'ready' }));
  relayTo(app, paths.api, api);
  app.register((widget) => serveWidget(widget, config.widgetFolder));
  app.register((demo) => serveDemo(demo, config.demoFolder));
  const { dashboard } = config;
  if ('folder' in dashboard) app.register((pages) => serveDashboard(pages, dashboard.folder));
  else if (development) relayTo(app, ['/', '/*'], new Relay(development, forward, config.restartMilliseconds));
  return app;
}

/** Gives requests to a relay as they came: their bodies are not read here. */
function relayTo(app: FastifyInstance, urls: readonly string[], relay: Relay): void {
  app.register(async (relayed) => {
    relayed.removeAllContentTypeParsers();
    relayed.addContentTypeParser('*', (_request, _body, done) => done(null));
    for (const url of urls) {
      relayed.all(url, (request, reply) => {
        reply.hijack();
        void relay.handle(request.raw, reply.raw);
      });
    }
    relayed.addHook('onClose', async () => relay.close());
  });
}
