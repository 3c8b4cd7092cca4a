/** Answers methods that a path is not declared with (RFC 9110, sections 9.3.7 and 15.5.6). */
import { Problem, problemDetails } from '@parley/contracts/problems';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import findMyWay from 'find-my-way';

/**
 * Fastify plugin for the routes registered after it: another method than a path's own is answered 405, OPTIONS 204, both
 * with `Allow`; a path that no route has stays 404. Nothing of a body is read for either.
 */
export const methodNotAllowed = fp(
  async (app: FastifyInstance) => {
    // The methods stand beside each path, in one tree whatever the method.
    const paths = findMyWay();
    app.addHook('onRoute', ({ method, url }) => {
      const methods: Set<string> = paths.findRoute('GET', url)?.store ?? new Set();
      if (methods.size === 0) paths.on('GET', url, () => {}, methods.add('OPTIONS'));
      for (const each of [method].flat()) methods.add(each);
    });
    app.addHook('onRequest', (request, reply, done) => {
      const methods: Set<string> | undefined = request.is404 ? paths.find('GET', request.url)?.store : undefined;
      if (!methods) {
        done();
        return;
      }
      const allowed = [...methods].toSorted().join(', ');
      reply.header('allow', allowed).header('cache-control', 'no-store');
      if (request.method === 'OPTIONS') {
        void reply.code(204).send();
        return;
      }
      const problem = new Problem('method_not_allowed', `This address takes ${allowed}.`);
      void reply
        .code(problem.status)
        .type('application/problem+json')
        .send(JSON.stringify(problemDetails(problem, request.id)));
    });
  },
  { name: 'parley-other-methods' },
);
