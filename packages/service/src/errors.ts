/** Telling "a dependency is away" from every other failure, so that each door can answer 503 and carry on. */
import { Problem } from '@parley/contracts/problems';

/** External service that our processes depend on. */
export type Dependency = 'database' | 'redis' | 'files';

const dependencyNames: Record<Dependency, string> = {
  database: 'The database',
  redis: 'Redis',
  files: 'The file storage',
};

/**
 * A dependency can't be reached right now. It is a `Problem` with code `unavailable`, so a door that knows problems
 * answers 503 with `Retry-After` without knowing about this class. The cause keeps the driver's error for the log.
 */
export class DependencyUnavailable extends Problem {
  readonly dependency: Dependency;

  constructor(dependency: Dependency, cause?: unknown) {
    super('unavailable', `${dependencyNames[dependency]} can’t be reached right now. Please try again.`, {
      retryAfterSeconds: 2,
      cause,
    });
    this.dependency = dependency;
  }
}

/** Calls of a socket, for which such a failure means the connection; a failed write to a file does not. */
const socketCalls = new Set(['connect', 'read', 'write', 'getaddrinfo']);

/** System call failures that mean "no connection", independent of the other side. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * SQLSTATEs that mean the server is going away, starting, full or gone: class 08 (connection exception), class 53
 * (insufficient resources: disk, memory, connections) and these.
 * https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
const postgresCodes = new Set(['57P01', '57P02', '57P03', '57P05', '25006']);

/** Messages of pg and pg-pool, which carry no code. */
const postgresMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout|Client was closed and is not queryable|Cannot use a pool after calling end|driver has already been destroyed)/i;

/** Messages of ioredis and replies of a Redis that is loading, failing over or stopped writing. */
const redisMessages =
  /^(Connection is closed|Command aborted|Command timed out|Connection timed out|Socket timeout|Stream isn't writeable|Reached the max retries per request|Cluster isn't ready|Cluster is (ended|disconnect)|Too many Cluster redirections|No master node is available|Node is disconnected|Connection is (aborted|discarded)|connect ETIMEDOUT$|Failed to refresh slots cache|None of startup nodes|No subscriber for the cluster|No sharded subscriber|LOADING |CLUSTERDOWN |MASTERDOWN |READONLY |MISCONF |TRYAGAIN )/i;

const redisNames = new Set(['MaxRetriesPerRequestError', 'ClusterAllFailedError']);

/**
 * Which dependency an error of pg or ioredis says is away, or `undefined` when it says something else.
 * Looks into causes and aggregates. A bare network error names no side, so `otherwise` decides (the database unless
 * told differently).
 */
export function lostDependency(error: unknown, otherwise: Dependency = 'database'): Dependency | undefined {
  if (error instanceof DependencyUnavailable) return error.dependency;
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (redisMessages.test(error.message) || redisNames.has(error.name)) return 'redis';
  if (postgresCodes.has(code) || /^(08|53)[0-9A-Z]{3}$/.test(code) || postgresMessages.test(error.message))
    return 'database';
  if (networkCodes.has(code) && 'syscall' in error && socketCalls.has(String(error.syscall))) return otherwise;
  const nested = error instanceof AggregateError ? error.errors : [];
  for (const inner of [error.cause, ...nested]) {
    const found = inner === error ? undefined : lostDependency(inner, otherwise);
    if (found) return found;
  }
  return undefined;
}

/** Whether an error of pg or ioredis means "the connection is gone or can't be made", as opposed to a wrong question. */
export function isConnectionError(error: unknown): boolean {
  return lostDependency(error) !== undefined;
}
