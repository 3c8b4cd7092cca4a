/** What every folder's routes are given. */
import type { OutsideContext } from '@parley/core/integrations/outside';
import type { Recogniser } from '@parley/core/people/recognise';
import type { RateLimiter } from '@parley/service/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { ApiConfig } from './app.ts';

export interface RouteDependencies {
  context: OutsideContext;
  limiter: RateLimiter;
  recogniser: Recogniser;
  config: ApiConfig;
}

export type RegisterRoutes = (app: FastifyInstance, dependencies: RouteDependencies) => void;
