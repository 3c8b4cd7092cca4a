/** The REST API, built but not listening: a test builds the same. */
import type { BaseConfig } from '@parley/service/config';
import type { OpenContext } from '@parley/core/open-context';
import { createRecogniser } from '@parley/core/people/recognise';
import type { RegistrationMode } from '@parley/core/people/register';
import { sessionCookieKeys } from '@parley/core/session-cookie';
import type { Outside } from '@parley/core/integrations/outside';
import { createServer } from '@parley/service/fastify';
import type { Metrics } from '@parley/service/metrics';
import { otherMethods } from '@parley/service/other-methods';
import { createRateLimiter } from '@parley/service/rate-limit';
import type { FastifyInstance } from 'fastify';
import { registerRoutes } from './all-routes.ts';
import bodies from './plugins/bodies.ts';
import caller from './plugins/caller.ts';
import documentation from './plugins/documentation.ts';
import origin from './plugins/origin.ts';
import problems, { frameworkErrors } from './plugins/problems.ts';
import rateLimits from './plugins/rate-limits.ts';
import securityHeaders from './plugins/security-headers.ts';
import session from './plugins/session.ts';

export interface ApiOptions {
  context: OpenContext & { outside: Outside };
  config: Pick<BaseConfig, 'TRUST_PROXY' | 'OTEL_EXPORTER_OTLP_ENDPOINT'> & ApiConfig;
  metrics?: Metrics;
  /** True while the process is stopping but still answers. */
  isDraining?: () => boolean;
}

export interface ApiConfig {
  REGISTRATION: RegistrationMode;
  SYNC_SOURCE_DATABASE_URL?: string;
}

/** Builds the API on a context. It opens nothing and closes nothing of the context's. */
export async function buildApp({ context, config, metrics, isDraining }: ApiOptions): Promise<FastifyInstance> {
  const app = await createServer({
    config,
    logger: context.log,
    frameworkErrors,
    ...(metrics ? { metrics } : {}),
    ...(isDraining ? { isDraining } : {}),
  });
  const limiter = createRateLimiter(context.redis, context.prefix);
  const recogniser = createRecogniser(context);
  context.onControl((control) => {
    if (control.type === 'end_sessions') recogniser.forget(control.userId);
  });

  await app.register(problems);
  await app.register(securityHeaders);
  await app.register(bodies);
  await app.register(origin, { context });
  await app.register(otherMethods);
  await app.register(session, { context, secrets: sessionCookieKeys(context.secrets) });
  await app.register(rateLimits, { limiter });
  await app.register(caller, { context, recogniser });
  await app.register(documentation, { publicUrl: context.publicUrl });
  registerRoutes(app, { context, limiter, recogniser, config });
  return app;
}
