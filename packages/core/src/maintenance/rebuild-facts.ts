/**
 * Computes the facts of all conversations again, from which reports are made. The worker continues if it is interrupted.
 *
 *   APP_SECRET=… DATABASE_URL=… REDIS_URL=… PUBLIC_URL=… node packages/core/src/maintenance/rebuild-facts.ts
 */
import { baseConfig, loadConfig } from '@parley/service/config';
import { createLogger } from '@parley/service/logger';
import { openContext } from '../open-context.ts';
import { rebuildFacts } from '../stats/facts.ts';

const log = createLogger({ service: 'rebuild-facts', level: 'warn' });
const config = loadConfig(baseConfig, process.env);
const context = openContext({ config, name: 'rebuild-facts', log, maxConnections: 2 });
try {
  console.log(`Conversations: ${await rebuildFacts(context)}`);
} finally {
  await context.close();
}
