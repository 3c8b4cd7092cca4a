/**
 * The MCP server at `/mcp` (streamable HTTP, without sessions), for agents with an API key. Its program is loaded with
 * the first call: few installations need it.
 */
import { Problem } from '@parley/contracts/problems';
import { limitByCaller } from '../plugins/rate-limits.ts';
import type { RegisterRoutes } from '../routes.ts';

const bodyLimitBytes = 256 * 1024;

export const mcpRoutes: RegisterRoutes = (app, { context }) => {
  app.route({
    method: 'POST',
    url: '/mcp',
    bodyLimit: bodyLimitBytes,
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (request.apiKey === null) {
        reply.header('www-authenticate', 'Bearer');
        throw new Problem('signed_out', 'The MCP server takes an API key: Authorization: Bearer parley_….');
      }
      await request.refuseOtherNetworks();
      request.caller = await request.staffCaller();
      await limitByCaller(request, reply, []);
    },
    handler: async (request, reply) => {
      const { answerMcp } = await import('./server.ts');
      const answer = await answerMcp({ app, context, request });
      reply.code(answer.status).headers(Object.fromEntries(answer.headers));
      return reply.send(Buffer.from(await answer.arrayBuffer()));
    },
  });
};
