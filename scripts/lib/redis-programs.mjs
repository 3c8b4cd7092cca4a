import fs from 'node:fs';
import path from 'node:path';
import { tools, which } from './places.mjs';
import { Refusal, say } from './say.mjs';

/** @typedef {{ command: string, libraries: string }} RedisProgram `libraries` is an LD_LIBRARY_PATH, or empty */

const names = ['redis-server', 'valkey-server'];

const help = `No Redis on this machine. Do one of these:
  set REDIS_URL to a running Redis 6.2 or newer, such as redis://localhost:6379
  install Redis or Valkey (Debian, Ubuntu: apt-get install redis-server; macOS: brew install redis)
  with Docker: docker run -d -p 127.0.0.1:6379:6379 redis:8, then set REDIS_URL`;

/**
 * A Redis (or Valkey) server: the one on PATH, else the distribution's, unpacked into a folder of our own, which needs
 * apt but neither root nor an installation.
 *
 * @param {import('./keeper.mjs').Keeper} keeper
 * @returns {Promise<RedisProgram>}
 */
export async function redisProgram(keeper) {
  const onPath = names.map(which).find((found) => found !== undefined);
  if (onPath) return { command: onPath, libraries: '' };
  const folder = path.join(tools, 'redis');
  const program = unpackedProgram(folder) ?? (await unpackFromApt(keeper, folder));
  if (program) return program;
  throw new Refusal(help);
}

/**
 * Downloads the packages that this system lacks for Redis, with apt lists of our own, and unpacks them.
 *
 * @param {import('./keeper.mjs').Keeper} keeper
 * @param {string} folder where they are unpacked to
 * @returns {Promise<RedisProgram | undefined>} undefined where that is not possible
 */
async function unpackFromApt(keeper, folder) {
  if (!which('apt-get') || !which('dpkg')) return undefined;
  say('Fetching Redis from the distribution, once (nothing is installed)');
  const unfinished = `${folder}.unfinished`;
  const downloads = path.join(unfinished, 'apt');
  fs.rmSync(unfinished, { recursive: true, force: true });
  for (const place of ['state/lists/partial', 'cache/archives/partial']) {
    fs.mkdirSync(path.join(downloads, place), { recursive: true });
  }
  const settings = [
    `Dir::State=${downloads}/state`,
    `Dir::Cache=${downloads}/cache`,
    'Dir::State::status=/var/lib/dpkg/status',
    'Debug::NoLocking=1',
    'APT::Sandbox::User=',
  ].flatMap((setting) => ['-o', setting]);
  const succeeds = async (/** @type {string} */ command, /** @type {string[]} */ args) =>
    (await keeper.run(command, args, { stdio: 'pipe' })).code === 0;

  if (!(await succeeds('apt-get', ['-qq', ...settings, 'update']))) return undefined;
  const download = ['-qq', ...settings, 'install', '-y', '--download-only', '--no-install-recommends'];
  if (
    !(await succeeds('apt-get', [...download, 'redis-server'])) &&
    !(await succeeds('apt-get', [...download, 'valkey-server']))
  ) {
    return undefined;
  }
  const archives = path.join(downloads, 'cache/archives');
  for (const archive of fs.readdirSync(archives).filter((name) => name.endsWith('.deb'))) {
    if (!(await succeeds('dpkg', ['-x', path.join(archives, archive), unfinished]))) return undefined;
  }
  fs.rmSync(downloads, { recursive: true, force: true });
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(unfinished, folder);
  return unpackedProgram(folder);
}

/**
 * @param {string} folder
 * @returns {RedisProgram | undefined}
 */
function unpackedProgram(folder) {
  const command = names.map((name) => path.join(folder, 'usr/bin', name)).find((file) => fs.existsSync(file));
  if (!command) return undefined;
  const library = path.join(folder, 'usr/lib');
  const perArchitecture = fs.readdirSync(library).filter((name) => name.endsWith('linux-gnu'));
  return { command, libraries: [library, ...perArchitecture.map((name) => path.join(library, name))].join(':') };
}
