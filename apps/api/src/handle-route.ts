/** How a handler is put behind a contract's route. Nothing else in this app adds a route under /api. */
import type { Answer, Body, CheckedQuery, Params, Route } from '@parley/contracts/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Authorised, authorise, authorised, refuseOutsideScope } from './authorise.ts';
import { type CallLimit, limitByAddress, limitByCaller } from './plugins/rate-limits.ts';
import { serialisable } from './serialise.ts';
import { compileBody, compileParams, compileQuery } from './validation/compile.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Declaration in the contracts. */
    route?: Route;
  }
}

export interface Call<R extends Route> extends Authorised<R['access']> {
  params: Params<R>;
  query: CheckedQuery<R>;
  body: Body<R>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Result of a handler: the contract's answer, nothing for one without a body, or the reply of a raw route. */
type Answered<R extends Route> = R['raw'] extends true ? FastifyReply : Answer<R> extends null ? void : Answer<R>;

export interface HandleOptions {
  /** How often one caller may do this. */
  limits?: readonly CallLimit[];
}

/** The usual largest body. */
const bodyLimitBytes = 256 * 1024;

/**
 * Registers `handler` behind a contract's route. Before it runs, in this order: the limits on addresses, identity, the
 * route's access rule, the limits on callers (all before a body is read), then path, query and body are checked, and
 * whether the conversations that they name are the caller's to see; what was done before under its `Idempotency-Key` is
 * answered as it was. The
 * answer is written by the contract's schema, so that nothing it does not name ever leaves.
 *
 * @example handleRoute(app, routes.takeOver, ({ params, caller }) => takeOver(context, caller, params.id))
 */
export function handleRoute<const R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: (call: Call<R>) => Promise<Answered<R>>,
  { limits = [] }: HandleOptions = {},
): void {
  const checkParams = route.params && compileParams(route.params);
  const checkQuery = route.query && compileQuery(route.query);
  const checkBody = route.body && compileBody(route.body);
  const statuses = Object.keys(route.responses).map(Number);
  const [onlyStatus] = statuses;

  app.route({
    method: route.method,
    url: route.path,
    // HEAD would write the whole of what a raw route streams, for nobody.
    exposeHeadRoute: !route.raw,
    bodyLimit: route.bodyLimit ?? bodyLimitBytes,
    config: { route },
    ...(route.raw ? {} : { schema: { response: serialisable(route.responses) } }),
    onRequest: async (request, reply) => {
      await limitByAddress(request, reply, limits);
      await authorise(route, request);
      await limitByCaller(request, reply, limits);
    },
    handler: async (request, reply) => {
      const call: Call<R> = {
        ...authorised<R['access']>(route.access, request),
        // Each check asserts the type of the route's schema; without a schema there is nothing to read.
        params: checkParams?.(request.params) as Params<R>,
        query: checkQuery?.(request.query) as CheckedQuery<R>,
        body: checkBody?.(request.body) as Body<R>,
        request,
        reply,
      };
      await refuseOutsideScope(route, request, call);
      const repeated = await request.repeatedAnswer(route, reply);
      if (repeated) return repeated;
      if (route.access === 'scim') reply.type('application/scim+json');
      if (statuses.length === 1 && onlyStatus !== undefined) reply.code(onlyStatus);
      const answer = await handler(call);
      // A raw route has sent its answer itself; awaiting its reply waited for the end of it.
      if (reply.sent) return reply;
      return answer === undefined ? reply.send() : answer;
    },
  });
}
