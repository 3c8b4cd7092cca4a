import fs from 'node:fs';
import path from 'node:path';
import { unpackFromApt } from './apt.mjs';
import { tools, which } from './places.mjs';
import { Refusal, print } from './print.mjs';

/** @typedef {{ command: string, libraries: string }} RedisProgram `libraries` is an LD_LIBRARY_PATH, or empty */

const names = ['redis-server', 'valkey-server'];
const packages = names.map((name) => [name]);

const help = `No Redis on this machine. Do one of these:
  set REDIS_URL to a running Redis 6.2 or newer, such as redis://localhost:6379
  install Redis or Valkey (Debian, Ubuntu: apt-get install redis-server; macOS: brew install redis)
  with Docker: docker run -d -p 127.0.0.1:6379:6379 redis:8, then set REDIS_URL`;

/**
 * A Redis (or Valkey) server: the one on PATH, else the distribution's, unpacked into a folder of our own, which needs
 * apt but neither root nor an installation.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @returns {Promise<RedisProgram>}
 */
export async function redisProgram(supervisor) {
  const onPath = names.map(which).find((found) => found !== undefined);
  if (onPath) return { command: onPath, libraries: '' };
  const folder = path.join(tools, 'redis');
  const unpacked = unpackedProgram(folder);
  if (unpacked) return unpacked;
  print('Fetching Redis from the distribution, once (nothing is installed)');
  const program = (await unpackFromApt(supervisor, folder, packages)) && unpackedProgram(folder);
  if (program) return program;
  throw new Refusal(help);
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
