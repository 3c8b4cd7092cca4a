/**
 * `npm run chaos [-- --seed 7 --messages 10000 --seconds 240]`: the long form of the test that kills everything at
 * random, see `docs/realtime.md`.
 */
import { command } from './lib/command.mjs';
import { install } from './lib/install.mjs';
import { node, root } from './lib/places.mjs';
import { testEnvironment } from './lib/test-environment.mjs';

await command(async (supervisor) => {
  await install(supervisor);
  const args = ['e2e/chaos/run.ts', ...process.argv.slice(2)];
  return (await supervisor.run(node, args, { cwd: root, env: testEnvironment({}) })).code === 0 ? 0 : 1;
});
