/** The REST API, built but not listening: a test builds the same. */
import type { BaseConfig } from '@parley/service/config';
import type { OpenContext } from '@parley/core/open-context';
import { createSessionCache } from '@parley/core/users/session-cache';
import type { RegistrationMode } from '@parley/core/users/register';
import { sessionCookieKeys } from '@parley/core/session-cookie';
import type { ExternalServices } from '@parley/core/external/services';
import { createServer } from '@parley/service/fastify';
import type { Metrics } from '@parley/service/metrics';
import { methodNotAllowed } from '@parley/service/method-not-allowed';
import { createRateLimiter } from '@parley/service/rate-limit';
import type { FastifyInstance } from 'fastify';
import { registerRoutes } from './all-routes.ts';
import apiKey from './plugins/api-key.ts';
import bodies from './plugins/bodies.ts';
import caller from './plugins/caller.ts';
import compression from './plugins/compression.ts';
import documentation from './plugins/documentation.ts';
import idempotency from './plugins/idempotency.ts';
import origin from './plugins/origin.ts';
import problems, { frameworkErrors } from './plugins/problems.ts';
import rateLimits from './plugins/rate-limits.ts';
import securityHeaders from './plugins/security-headers.ts';
import session from './plugins/session.ts';
import { lazySerializerCompiler } from './serialise.ts';

export interface ApiOptions {
  context: OpenContext & { external: ExternalServices };
  config: Pick<BaseConfig, 'TRUST_PROXY' | 'OTEL_EXPORTER_OTLP_ENDPOINT'> & ApiConfig;
  metrics?: Metrics;
  /** True while the process is stopping but still answers. */
  isDraining?: () => boolean;
}

export interface ApiConfig {
  REGISTRATION: RegistrationMode;
  SYNC_SOURCE_DATABASE_URL?: string;
  ALLOW_ALL_NETWORKS: boolean;
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
  app.setSerializerCompiler(lazySerializerCompiler());
  const limiter = createRateLimiter(context.redis, context.prefix);
  const sessionCache = createSessionCache(context);
  context.onControl((control) => {
    if (control.type === 'end_sessions') sessionCache.forget(control.userId);
    if (control.type === 'rights_changed' || control.type === 'websites_changed') sessionCache.forgetAll();
  });

  await app.register(problems);
  await app.register(securityHeaders);
  await app.register(compression);
  await app.register(bodies);
  await app.register(apiKey);
  await app.register(origin, { context });
  await app.register(methodNotAllowed);
  await app.register(session, { context, secrets: sessionCookieKeys(context.secrets) });
  await app.register(rateLimits, { limiter });
  await app.register(caller, { context, sessionCache, config });
  await app.register(idempotency, { context });
  await app.register(documentation, { publicUrl: context.publicUrl });
  registerRoutes(app, { context, limiter, sessionCache, config });
  return app;
}
