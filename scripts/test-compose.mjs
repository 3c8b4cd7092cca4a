/** `npm run test:compose`: the compose file from nothing to an installation that is killed, updated, saved and restored. */
import { command } from './lib/command.mjs';
import { install, tool } from './lib/install.mjs';
import { root, toolEnvironment } from './lib/places.mjs';
import { say } from './lib/say.mjs';

await command(async (keeper) => {
  const { code } = await keeper.run('docker', ['info'], { cwd: root, stdio: 'pipe' }).catch(() => ({ code: 1 }));
  if (code !== 0) {
    say('This needs Docker, and `docker info` does not answer.');
    return 1;
  }
  await install(keeper);
  const args = ['run', '--config', 'e2e/compose/vitest.config.ts'];
  return (await keeper.run(tool('vitest'), args, { cwd: root, env: toolEnvironment() })).code === 0 ? 0 : 1;
});
