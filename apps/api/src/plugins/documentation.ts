/** The API's own documentation: the documents for programs, a page for people. All work offline. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, onSendHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { asyncapiDocument } from '../documentation/asyncapi.ts';
import { openapiDocument } from '../documentation/openapi.ts';

const pagePrefix = '/api/docs';

/**
 * The page's own scripts and styles and nothing else; its styles are partly set by script, and its icons are data.
 * @see https://github.com/fastify/fastify-swagger-ui#static-csp
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const ofPage: onSendHookHandler = (_request, reply, _payload, done) => {
  reply.header('content-security-policy', pagePolicy).header('cache-control', 'public, max-age=3600');
  done();
};

/** Made with the first question: most processes are never asked, and a document takes megabytes. */
function whenAsked<Document>(make: () => Document): () => Document {
  let made: Document | undefined;
  return () => (made ??= make());
}

export default fp(
  async function documentationPlugin(app: FastifyInstance, { publicUrl }: { publicUrl: string }) {
    const openapi = whenAsked(() => openapiDocument(publicUrl));
    const asyncapi = whenAsked(() => asyncapiDocument(publicUrl));
    // The page wants this plugin, which knows documents of 3.0 only: it holds the title, and the page is given ours.
    const title = { openapi: '3.1.0', info: { title: 'Parley', version: '1.0.0' }, paths: {} };
    await app.register(swagger, { mode: 'static', specification: { document: title } });
    for (const [path, document] of Object.entries({ '/api/openapi.json': openapi, '/api/asyncapi.json': asyncapi })) {
      app.get(path, async (_request, reply) => reply.header('cache-control', 'public, max-age=60').send(document()));
    }
    app.addHook('onRoute', (route) => {
      if (route.url.startsWith(pagePrefix)) route.onSend = ofPage;
    });
    await app.register(swaggerUi, {
      routePrefix: pagePrefix,
      uiConfig: { deepLinking: true, tryItOutEnabled: false, validatorUrl: null },
      theme: { title: 'Parley API' },
      transformSpecification: openapi,
      transformSpecificationClone: false,
    });
  },
  { name: 'documentation' },
);
