/**
 * `npm run screens -- [parts of the names, with commas between]`: takes pictures of the screens on a stack and
 * databases of its own, into `.local/screens`; what each part is called is in `e2e/dashboard/screens-list.ts`, and what can be asked for by the
 * environment (another folder, other sizes, another language) in `e2e/dashboard/screens.ts`.
 */
import { chromium } from './lib/chromium.mjs';
import { command } from './lib/command.mjs';
import { startDatabases } from './lib/databases.mjs';
import { build, install } from './lib/install.mjs';
import { node, root } from './lib/places.mjs';
import { testEnvironment } from './lib/test-environment.mjs';
import { databasesFolder } from './lib/test-folder.mjs';

await command(async (supervisor) => {
  await install(supervisor);
  await build(supervisor);
  const databases = await startDatabases(supervisor, await databasesFolder(), { durable: false });
  const env = testEnvironment({ ...databases, CHROMIUM_PATH: await chromium(supervisor) });
  const args = ['e2e/dashboard/screens.ts', ...process.argv.slice(2)];
  return (await supervisor.run(node, args, { cwd: root, env })).code === 0 ? 0 : 1;
});
