/** Context that every folder's routes get. */
import type { ExternalContext } from '@parley/core/external/services';
import type { SessionCache } from '@parley/core/users/session-cache';
import type { RateLimiter } from '@parley/service/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { ApiConfig } from './app.ts';

export interface RouteDependencies {
  context: ExternalContext;
  limiter: RateLimiter;
  sessionCache: SessionCache;
  config: ApiConfig;
}

export type RegisterRoutes = (app: FastifyInstance, dependencies: RouteDependencies) => void;
