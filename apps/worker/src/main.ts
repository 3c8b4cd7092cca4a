/**
 * The worker as a process: everything that may take long, fail or be retried. Any number of them may run. To run one by
 * itself:
 *
 *   DATABASE_URL=postgres://parley@127.0.0.1:5432/parley REDIS_URL=redis://127.0.0.1:6379 \
 *   APP_SECRET=$(openssl rand -base64 48) node apps/worker/src/main.ts
 *
 * against a migrated database, with the API's APP_SECRET and REDIS_PREFIX. Every variable: `workerConfig`.
 */
import { createOutside } from '@parley/core/integrations/outside';
import { openContext } from '@parley/core/open-context';
import { createServer } from '@parley/service/fastify';
import { health } from '@parley/service/health';
import { runService } from '@parley/service/lifecycle';
import { sql } from 'kysely';
import { startWorker } from './app.ts';
import { workerConfig } from './config.ts';

await runService({
  name: 'worker',
  schema: workerConfig,
  async start({ config, log, metrics, onStop, isDraining }) {
    const context = openContext({ config, name: 'worker', log, maxConnections: config.DATABASE_POOL_MAX });
    onStop('connections', () => context.close());
    const outside = createOutside(config);
    onStop('outbound calls', () => outside.outbound.close());
    const server = await createServer({ config, logger: log, metrics });
    await server.register(health, {
      isDraining,
      checks: { database: () => sql`select 1`.execute(context.db), redis: () => context.redis.ping() },
    });
    onStop('http server', () => server.close());
    const worker = await startWorker({ context: { ...context, outside }, config, metrics });
    onStop('worker', () => worker.stop());
    await server.listen({ host: config.HOST, port: config.PORT });
  },
});
