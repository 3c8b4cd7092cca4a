/**
 * The worker as a process: everything that may take long, fail or be retried. Any number of them may run. To run one by
 * itself:
 *
 *   DATABASE_URL=postgres://parley@127.0.0.1:5432/parley REDIS_URL=redis://127.0.0.1:6379 \
 *   APP_SECRET=$(openssl rand -base64 48) node apps/worker/src/main.ts
 *
 * against a migrated database, with the API's APP_SECRET and REDIS_PREFIX. Every variable: `workerConfig`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createExternalServices } from '@parley/core/external/services';
import { type OpenContext, openContext } from '@parley/core/open-context';
import { roomChecks } from '@parley/core/storage/room-check';
import { pingDatabase } from '@parley/db/ping';
import { checkSchema } from '@parley/db/schema';
import { createServer } from '@parley/service/fastify';
import { eventLoopCheck, health } from '@parley/service/health';
import { runService } from '@parley/service/lifecycle';
import { startWorker, type WorkerApp } from './app.ts';
import { workerConfig } from './config.ts';

const askAgainMs = 500;

await runService({
  name: 'worker',
  schema: workerConfig,
  async start({ config, log, metrics, onStop, isDraining }) {
    const context = openContext({
      config,
      name: 'worker',
      log,
      maxConnections: config.DATABASE_POOL_MAX,
      auditAnchorFile: config.AUDIT_ANCHOR_FILE,
    });
    onStop('connections', () => context.close());
    const external = createExternalServices(config);
    onStop('outbound calls', () => external.outbound.close());
    onStop('file storage', () => external.files?.close());
    const server = await createServer({ config, logger: log, metrics });
    const eventLoop = eventLoopCheck();
    onStop('event loop check', () => eventLoop.stop());
    let worker: WorkerApp | undefined;
    await server.register(health, {
      isDraining,
      partial: roomChecks(external.files),
      checks: {
        database: () => pingDatabase(context.db),
        schema: () => checkSchema(context.db),
        redis: () => context.redis.ping(),
        eventLoop: eventLoop.check,
        worker: () => worker ?? Promise.reject(new Error('No job is taken yet.')),
      },
    });
    onStop('http server', () => server.close());
    await server.listen({ host: config.HOST, port: config.PORT });
    if (!(await schemaIsThere(context, isDraining))) return;
    const working = await startWorker({ context: { ...context, external }, config, metrics });
    onStop('worker', () => working.stop());
    worker = working;
  },
});

/**
 * Waits until the migrations are finished, for a worker that starts beside them. False when it is stopped before that.
 */
async function schemaIsThere({ db, log }: OpenContext, isDraining: () => boolean): Promise<boolean> {
  for (let isLogged = false; !isDraining(); isLogged = true) {
    try {
      await checkSchema(db);
      return true;
    } catch (error) {
      if (!isLogged) log.warn({ err: error }, 'waiting for the database and its schema');
      await pause(askAgainMs);
    }
  }
  return false;
}
