/**
 * The API as a process. To run it by itself:
 *
 *   DATABASE_URL=postgres://parley@127.0.0.1:5432/parley REDIS_URL=redis://127.0.0.1:6379 \
 *   APP_SECRET=$(openssl rand -base64 48) PORT=3001 REGISTRATION=open node apps/api/src/main.ts
 *
 * against a migrated database (`node packages/db/src/migrate.ts`). The front, the gateway and the worker need the same
 * DATABASE_URL, REDIS_URL, REDIS_PREFIX and APP_SECRET. Every variable: `apiConfig` below and `baseConfig`.
 */
import { auditAnchorConfig } from '@parley/core/audit/notes';
import { createExternalServices, externalServicesConfig } from '@parley/core/external/services';
import { roomChecks } from '@parley/core/storage/room-check';
import { openContext, poolConfig, readReplicaConfig } from '@parley/core/open-context';
import { networkConfig } from '@parley/core/users/networks';
import { syncConfig } from '@parley/core/sync/trigger';
import { poolStats } from '@parley/db/database';
import { pingDatabase } from '@parley/db/ping';
import { checkSchema } from '@parley/db/schema';
import { baseConfig } from '@parley/service/config';
import { health } from '@parley/service/health';
import { runService } from '@parley/service/lifecycle';
import { poolMetrics, readMetrics } from '@parley/service/metrics';
import * as Type from 'typebox';
import { buildApp } from './app.ts';

export const apiConfig = Type.Object({
  ...baseConfig.properties,
  ...externalServicesConfig,
  REGISTRATION: Type.Enum(['invite', 'open'], {
    default: 'invite',
    description: 'Who may register after the first account: `invite` asks for an invitation, `open` lets anybody',
  }),
  ...poolConfig,
  ...readReplicaConfig,
  ...syncConfig,
  ...auditAnchorConfig,
  ...networkConfig,
});

if (import.meta.main) {
  await runService({
    name: 'api',
    schema: apiConfig,
    async start({ config, log, metrics, onStop, isDraining }) {
      const context = openContext({
        config,
        name: 'api',
        log,
        maxConnections: config.DATABASE_POOL_MAX,
        replicaUrl: config.DATABASE_READ_URL,
        auditAnchorFile: config.AUDIT_ANCHOR_FILE,
      });
      onStop('connections', () => context.close());
      poolMetrics(metrics, () => poolStats(context.db));
      readMetrics(metrics, () => context.reads.answered);
      const external = createExternalServices(config);
      onStop('outbound calls', () => external.outbound.close());
      onStop('file storage', () => external.files?.close());
      const app = await buildApp({ context: { ...context, external }, config, metrics, isDraining });
      await app.register(health, {
        isDraining,
        partial: roomChecks(external.files),
        checks: {
          database: () => pingDatabase(context.db),
          schema: () => checkSchema(context.db),
          redis: () => context.redis.ping(),
        },
      });
      onStop('http server', () => app.close());
      await app.listen({ host: config.HOST, port: config.PORT });
    },
  });
}
