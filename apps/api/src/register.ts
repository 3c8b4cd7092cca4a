/** How a handler is put behind a contract's route. Nothing else in this app adds a route under /api. */
import type { StaffCaller, VisitorCaller } from '@parley/core/callers';
import type { Website } from '@parley/contracts/entities';
import type { Access, Answer, Body, Params, Query, Route } from '@parley/contracts/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admit } from './access.ts';
import { type CallLimit, limitByAddress, limitByCaller } from './plugins/rate-limits.ts';
import { serialisable } from './serialise.ts';
import { compileBody, compileParams, compileQuery } from './validation/compile.ts';

type CallerOf<A extends Access> = A extends 'visitor'
  ? VisitorCaller
  : A extends 'staff' | 'self' | 'self_or_admin' | 'admin'
    ? StaffCaller
    : A extends 'website'
      ? VisitorCaller | null
      : StaffCaller | null;

export interface Call<R extends Route> {
  params: Params<R>;
  query: Query<R>;
  body: Body<R>;
  caller: CallerOf<R['access']>;
  /** Where the visitor's page lives; set on routes for websites and visitors. */
  website: R['access'] extends 'website' | 'visitor' ? Website : null;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What a handler answers: the contract's answer, nothing for one without a body, or the reply of a raw route. */
type Answered<R extends Route> = R['raw'] extends true ? FastifyReply : Answer<R> extends null ? void : Answer<R>;

export interface HandleOptions {
  /** How often one caller may do this. */
  limits?: readonly CallLimit[];
}

/** The usual largest body. */
const bodyLimitBytes = 256 * 1024;

/**
 * Registers `handler` behind a contract's route. Before it runs, in this order: the limits on addresses, identity, the
 * route's access rule, the limits on callers (all before a body is read), then path, query and body are checked. The answer is written by the
 * contract's schema, so that nothing it does not name ever leaves.
 *
 * @example handle(app, routes.takeOver, ({ params, caller }) => takeOver(context, caller, params.id))
 */
export function handle<const R extends Route>(
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
    bodyLimit: route.bodyLimit ?? bodyLimitBytes,
    config: { route },
    ...(route.raw ? {} : { schema: { response: serialisable(route.responses) } }),
    onRequest: async (request, reply) => {
      await limitByAddress(request, reply, limits);
      await admit(route, request);
      await limitByCaller(request, reply, limits);
    },
    handler: async (request, reply) => {
      const call = {
        params: checkParams?.(request.params),
        query: checkQuery?.(request.query),
        body: checkBody?.(request.body),
        caller: request.caller,
        website: request.website,
        request,
        reply,
      };
      if (statuses.length === 1 && onlyStatus !== undefined) reply.code(onlyStatus);
      // The checks above made each part what the contract says; the types of a generic route can't follow them.
      const answer = await handler(call as unknown as Call<R>);
      // A raw route has sent its answer itself; awaiting its reply waited for the end of it.
      if (reply.sent) return reply;
      return answer === undefined ? reply.send() : answer;
    },
  });
}
