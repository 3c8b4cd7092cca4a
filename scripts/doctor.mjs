/** `npm run doctor`: examines the installation that `npm start` runs here, or the one that the environment describes. */
import fs from 'node:fs';
import path from 'node:path';
import { command } from './lib/command.mjs';
import { install } from './lib/install.mjs';
import { dataFolder, node, root, toolEnvironment } from './lib/places.mjs';
import { readRunning } from './lib/running.mjs';
import { Refusal } from './lib/print.mjs';
import { isAlive } from './lib/stopping.mjs';

await command(async (supervisor) => {
  await install(supervisor);
  const folder = dataFolder();
  const running = readRunning(folder);
  // A killed installation's file is outdated.
  const { url, DATABASE_URL, REDIS_URL } = running && isAlive(running.pid) ? running : {};
  if (!DATABASE_URL && !process.env.DATABASE_URL) {
    throw new Refusal(
      `Nothing runs on ${folder}: npm start, then ask again. To examine an installation elsewhere, set its DATABASE_URL, REDIS_URL, APP_SECRET and PUBLIC_URL.`,
    );
  }
  const secretFile = path.join(folder, 'app-secret');
  /** @type {Record<string, string | undefined>} */
  const here = {
    DATABASE_URL,
    REDIS_URL,
    PUBLIC_URL: url,
    FILES_FOLDER: DATABASE_URL && path.join(folder, 'files'),
    APP_SECRET: fs.existsSync(secretFile) ? fs.readFileSync(secretFile, 'utf8').trim() : undefined,
  };
  const unset = Object.entries(here).filter(([name, value]) => value !== undefined && !process.env[name]);
  const env = toolEnvironment(Object.fromEntries(unset.map(([name, value]) => [name, value ?? ''])));
  const { code } = await supervisor.run(node, ['apps/doctor/src/main.ts'], { cwd: root, env });
  return code === 0 ? 0 : 1;
});
