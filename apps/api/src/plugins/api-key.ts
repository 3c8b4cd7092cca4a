/** Reads the API key of a call, before its owner is known. */
import { bearerApiKey } from '@parley/core/permissions/api-key-format';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

export default fp(
  async function apiKeyPlugin(app: FastifyInstance) {
    app.decorateRequest('apiKey', null);
    app.addHook('onRequest', (request, _reply, done) => {
      request.apiKey = bearerApiKey(request.headers.authorization) ?? null;
      done();
    });
  },
  { name: 'api-key' },
);
