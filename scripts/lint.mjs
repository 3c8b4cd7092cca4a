/** `npm run lint`: the linter with type information, and who may import whom. */
import { lintCommand } from './lib/checks.mjs';
import { command } from './lib/command.mjs';
import { install } from './lib/install.mjs';
import { root, toolEnvironment } from './lib/places.mjs';

await command(async (keeper) => {
  await install(keeper);
  const { code } = await keeper.run(...lintCommand(), { cwd: root, env: toolEnvironment() });
  return code === 0 ? 0 : 1;
});
