/**
 * `npm run test:storm`: what needs minutes of a machine for itself. Everything is killed at random while people talk, so
 * are workers while receivers fail, a gateway dies under 500 clients, every route gets 40 made-up calls, the plans of all
 * queries are looked at over a million messages, and a million answers of the filter are compared. CI runs it beside
 * `npm test`.
 */
import path from 'node:path';
import { command } from './lib/command.mjs';
import { startDatabases } from './lib/databases.mjs';
import { bundle, install } from './lib/install.mjs';
import { print } from './lib/print.mjs';
import { testEnvironment } from './lib/test-environment.mjs';
import { testFolder } from './lib/test-folder.mjs';
import { runVitest } from './lib/vitest-run.mjs';

await command(async (supervisor) => {
  await install(supervisor);
  const folder = await testFolder();
  const BUNDLES = path.join(folder, 'bundles');
  const [databases] = await Promise.all([
    startDatabases(supervisor, folder, { durable: false }),
    bundle(supervisor, BUNDLES),
  ]);
  const env = testEnvironment({
    ...databases,
    BUNDLES,
    STORM: '1',
    BIG_CONVERSATIONS: '100000',
    FILTER_PAIRS: '1000000',
    UNDO_ACTIVITIES: '10000',
    FUZZ_RUNS: '40',
    ROUTED_CONVERSATIONS: '5000',
    IMPORTED_CONVERSATIONS: '100000',
  });
  const filters = [
    'e2e/chaos',
    'apps/realtime/test/reconnect-storm',
    'apps/worker/test/killed-storm',
    'apps/worker/test/killed-routing',
    'apps/worker/test/killed-imports',
    'packages/core/test/routing-at-scale',
    'apps/api/test/fuzz',
    'packages/db/test/indexes',
    'packages/db/test/filter',
    'packages/db/test/undo',
  ];
  const { passed, failed } = await runVitest(supervisor, { project: '*', filters, env, folder, filesAtOnce: 1 });
  print(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
});
