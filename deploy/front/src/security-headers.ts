import type { FastifyInstance } from 'fastify';
import { contentSecurityPolicy, encrypted, everyPage } from './site.ts';

/** Adds to every page the headers that keep a browser from doing more with it than it needs. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol !== 'https') return;
    // Also applies where Node writes alone, as with relayed answers.
    for (const [name, value] of Object.entries(encrypted)) reply.raw.setHeader(name, value);
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    const type = reply.getHeader('content-type');
    if (typeof type !== 'string' || !type.startsWith('text/html')) return;
    const policy = contentSecurityPolicy[request.url.startsWith('/demo') ? 'shop' : 'dashboard'];
    reply.headers({ ...everyPage, 'content-security-policy': policy(socketsOf(request.host)) });
  });
}

/** The page's own host, if it is one. */
const socketsOf = (host: string): string => (/^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '');
