/** Every refusal leaves through here, as problem details (RFC 9457). */
import { Problem, type ProblemCode, problemDetails } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { ScimProblem, scimRefusal } from '@parley/core/scim/problem';
import { clientNetwork } from '@parley/service/client-address';
import { lostDependency } from '@parley/service/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/** The framework's own refusals by their status. */
const codeByStatus: Partial<Record<number, [ProblemCode, string]>> = {
  400: ['malformed', 'The request could not be read.'],
  404: ['not_found', 'There is nothing at this address.'],
  413: ['too_large', 'The request is too large.'],
  414: ['malformed', 'The address is too long.'],
  415: ['unsupported_type', 'Send the body as application/json.'],
  431: ['headers_too_large', 'The headers are too large.'],
};

/**
 * Converts an error to the problem that the caller gets: problems keep their text, a dependency that is down becomes
 * 503, data that Postgres refuses becomes 422, and everything else is 500 without internals.
 */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const dependency = lostDependency(error);
  if (dependency) {
    return new Problem('unavailable', localize(dependency === 'redis' ? 'redis_away' : 'database_away'), {
      cause: error,
      retryAfterSeconds: 2,
    });
  }
  if (!(error instanceof Error)) return new Problem('internal', somethingWentWrong, { cause: error });
  const { statusCode, code } = error as Partial<FastifyError>;
  const known = statusCode === undefined ? undefined : codeByStatus[statusCode];
  if (known) return new Problem(known[0], known[1], { cause: error });
  // Class 22 is "data exception", https://www.postgresql.org/docs/18/errcodes-appendix.html; 57014 a statement cancelled
  // for taking too long.
  if (code !== undefined && /^22[0-9A-Z]{3}$/.test(code)) {
    return new Problem('invalid', 'A value cannot be stored as it is.', { cause: error });
  }
  if (code === '57014') {
    return new Problem('unavailable', localize('took_too_long'), { cause: error, retryAfterSeconds: 5 });
  }
  return new Problem('internal', somethingWentWrong, { cause: error });
}

const somethingWentWrong = 'Something went wrong on our side. It has been noted.';

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ScimProblem) return refuseDirectory(error, reply);
  const problem = asProblem(error);
  if (problem.status >= 500) request.log.error({ err: problem.cause ?? problem, code: problem.code }, problem.message);
  if (problem.status === 403) {
    const { caller, ip } = request;
    const account = caller?.kind === 'staff' ? caller.user.id : null;
    request.log.warn({ code: problem.code, account, address: clientNetwork(ip) }, 'call refused');
  }
  // RFC 6750, section 3.1.
  if (problem.code === 'key_refused') reply.header('www-authenticate', 'Bearer error="invalid_token"');
  if (problem.retryAfterSeconds !== undefined) {
    reply.header('retry-after', Math.max(1, Math.ceil(problem.retryAfterSeconds)));
  }
  if (request.routeOptions.config.route?.access === 'scim') return refuseDirectory(problem, reply);
  const { inTheWay, ...details } = problemDetails(problem, request.id);
  // Serialised here: no route's answer schema describes a refusal. What colleagues did is told to the team alone.
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer((body: string) => body)
    .send(JSON.stringify(request.caller?.kind === 'staff' ? { ...details, inTheWay } : details));
}

/** A directory is told in its own protocol. */
function refuseDirectory(refusal: Problem | ScimProblem, reply: FastifyReply): FastifyReply {
  const { status, body } = scimRefusal(refusal);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/scim+json')
    .serializer((text: string) => text)
    .send(JSON.stringify(body));
}

export default fp(
  async function problemsPlugin(app: FastifyInstance) {
    app.setErrorHandler(refuse);
    app.setNotFoundHandler((request, reply) =>
      refuse(new Problem('not_found', 'There is nothing at this address.'), request, reply),
    );
  },
  { name: 'problems' },
);

/** For an address that the router cannot even read, such as `/%zz`. */
export const frameworkErrors = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  void refuse(error, request, reply);
};
