/** Which websites' pages may call, and what they are told about it (CORS, Fetch Metadata). */
import type { Website } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import type { Context } from '@parley/core/context';
import { allowedWebsite } from '@parley/core/visitors/allowed-website';
import { isOwnOrigin } from '@parley/service/own-origin';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyRequest {
    /** Active website of the calling page, on visitor routes; null when it isn't one of ours. */
    website: Website | null;
  }
}

const changing = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);
const isVisitorPath = (url: string): boolean => /^\/api\/visitor(?:[/?]|$)/.test(url);

/**
 * - A state-changing staff call from another site's page is refused (403), whatever cookies it carries; by an API key
 *   cookies are not looked at. Programs that
 *   are no browser send neither `Origin` nor `Sec-Fetch-Site` and pass: they hold no ambient cookie.
 * - Visitor routes answer pages of registered, active websites only, and tell exactly that origin so.
 */
export default fp(
  async function originPlugin(app: FastifyInstance, { context }: { context: Context }) {
    app.decorateRequest('website', null);

    app.addHook('onRequest', (request, reply, done) => {
      if (isVisitorPath(request.url)) {
        visit(request, reply).then((isAnswered) => isAnswered || done(), done);
        return;
      }
      // No page adds a key without asking first, which is answered to none: who brings one is no browser led astray.
      const isRefused =
        changing.has(request.method) && request.apiKey === null && isForeign(request, context.publicUrl);
      done(isRefused ? new Problem('forbidden', 'Calls from other websites are not accepted.') : undefined);
    });

    /** Whether the call was no more than a page's question whether it may make it, which is answered then. */
    async function visit(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
      reply.header('vary', 'Origin').header('cross-origin-resource-policy', 'cross-origin');
      // Not found on purpose here: a refusal belongs to the route, in its order.
      request.website = await allowedWebsite(context, pageOrigin(request)).catch(nothingIfNotAllowed);
      const { origin } = request.headers;
      if (origin === undefined || !request.website) return false;
      reply.header('access-control-allow-origin', origin);
      reply.header(
        'access-control-expose-headers',
        'Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Upload-Offset, Upload-Length',
      );
      if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false;
      void reply
        .header('access-control-allow-methods', 'GET, HEAD, POST, PATCH, DELETE')
        .header('access-control-allow-headers', allowedHeaders(request.url))
        .header('access-control-max-age', '7200')
        .code(204)
        .send();
      return true;
    }
  },
  { name: 'origin', dependencies: ['api-key'] },
);

/** An upload is of tus 1.0.0, which says its place in headers. */
const allowedHeaders = (url: string): string =>
  url.startsWith('/api/visitor/uploads')
    ? 'Authorization, Content-Type, Tus-Resumable, Upload-Offset'
    : 'Authorization, Content-Type';

function nothingIfNotAllowed(error: unknown): null {
  if (error instanceof Problem && error.code === 'website_not_allowed') return null;
  throw error;
}

const isForeign = ({ headers, host }: FastifyRequest, publicUrl: string): boolean =>
  headers['sec-fetch-site'] === 'cross-site' || !isOwnOrigin(headers.origin, host, publicUrl);

/**
 * Returns the origin of the calling page. Browsers leave `Origin` out of same-origin reads; then fetch metadata or the
 * referrer contain it.
 */
function pageOrigin(request: FastifyRequest): string | undefined {
  const { origin, referer } = request.headers;
  if (origin !== undefined) return origin;
  if (request.headers['sec-fetch-site'] === 'same-origin') return `${request.protocol}://${request.host}`;
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}
