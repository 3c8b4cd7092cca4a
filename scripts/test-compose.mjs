/** `npm run test:compose`: the compose file from nothing to an installation that is killed, updated, saved and restored. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { command } from './lib/command.mjs';
import { install, tool } from './lib/install.mjs';
import { root, toolEnvironment } from './lib/places.mjs';
import { print } from './lib/print.mjs';

await command(async (supervisor) => {
  const { code } = await supervisor.run('docker', ['info'], { cwd: root, stdio: 'pipe' }).catch(() => ({ code: 1 }));
  if (code !== 0) {
    print('This needs Docker, and `docker info` does not answer.');
    return 1;
  }
  await install(supervisor);
  const args = ['run', '--config', 'e2e/compose/vitest.config.ts'];
  const installation = await supervisor.run(tool('vitest'), args, { cwd: root, env: toolEnvironment() });
  // The front's own program, tried with bytes that no browser would send.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-caddy-'));
  const script = `id=$(docker create caddy:2) && docker cp "$id:/usr/bin/caddy" '${folder}/caddy'; docker rm "$id"`;
  const copied = await supervisor.run('sh', ['-c', script], { cwd: root });
  const env = toolEnvironment({ CADDY: path.join(folder, 'caddy') });
  const front = await supervisor.run(tool('vitest'), ['run', 'deploy/front/test/caddy'], { cwd: root, env });
  fs.rmSync(folder, { recursive: true });
  return [installation, copied, front].every((run) => run.code === 0) ? 0 : 1;
});
