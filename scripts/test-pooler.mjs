/**
 * `npm run test:pooler`: tests of posting, taking over, batches, undo, sign-in, sockets, mail and the assistant, with
 * their databases behind a real PgBouncer in transaction mode. CI runs it every night.
 */
import path from 'node:path';
import { command } from './lib/command.mjs';
import { startDatabases } from './lib/databases.mjs';
import { bundle, install } from './lib/install.mjs';
import { startPgBouncer } from './lib/pgbouncer.mjs';
import { print } from './lib/print.mjs';
import { testEnvironment } from './lib/test-environment.mjs';
import { testFolder } from './lib/test-folder.mjs';
import { runVitest } from './lib/vitest-run.mjs';

const filters = process.argv.slice(2);
/** Tests of plans and migrations are left out: they need a session of their own. */
const everything = [
  'packages/db/test/connection',
  'packages/db/test/pooler',
  'packages/db/test/messages',
  'packages/core/test/assigning',
  'packages/core/test/bulk',
  'packages/core/test/merging',
  'packages/core/test/posting',
  'packages/core/test/scheduled',
  'apps/api/test/conversations',
  'apps/api/test/sign-in',
  'apps/realtime/test/conversation',
  'apps/worker/test/ai-replies',
  'apps/worker/test/mail-out',
  'apps/worker/test/maintenance',
];

await command(async (supervisor) => {
  await install(supervisor);
  const folder = await testFolder();
  const BUNDLES = path.join(folder, 'bundles');
  const [databases] = await Promise.all([
    startDatabases(supervisor, folder, { durable: false }),
    bundle(supervisor, BUNDLES),
  ]);
  const POOLER_URL = await startPgBouncer(supervisor, path.join(folder, 'pgbouncer'), databases.DATABASE_URL);
  const env = testEnvironment({ ...databases, BUNDLES, POOLER_URL });
  const options = { project: '!e2e', filters: filters.length > 0 ? filters : everything, env, folder };
  const { passed, failed } = await runVitest(supervisor, options);
  print(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
});
