import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './places.mjs';
import { stopLeftOverPostgres } from './postgres.mjs';
import { stopLeftOverRedis } from './redis.mjs';
import { isAlive } from './stopping.mjs';

const local = path.join(root, '.local');

/** A file system in memory, on Linux; a folder of this checkout in it. */
const memory = '/dev/shm';
const inMemory = path.join(memory, `parley-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`);

/** Bytes that must be free where databases are kept in memory, and those that the machine must have beside them. */
const roomForDatabases = 4 * 2 ** 30;
const roomForTheRest = 4 * 2 ** 30;

/** A folder for what this run makes, empty, gone at the end. What earlier runs left behind is removed. */
export const testFolder = () => emptyFolder(local, 'test');

/**
 * A folder for this run's databases, as `testFolder`: in memory where there is plenty of it. Tests make and remove
 * hundreds of databases of 900 files each, which keeps a file system busier than Postgres.
 */
export const databasesFolder = () => emptyFolder(hasRoomInMemory() ? inMemory : local, 'databases');

function hasRoomInMemory() {
  if (!fs.existsSync(memory)) return false;
  const { bavail, bsize } = fs.statfsSync(memory);
  return bavail * bsize >= roomForDatabases && os.freemem() >= roomForDatabases + roomForTheRest;
}

/**
 * @param {string} parent
 * @param {'test' | 'databases'} kind
 */
async function emptyFolder(parent, kind) {
  fs.mkdirSync(parent, { recursive: true });
  const own = `${kind}-${process.pid}`;
  for (const name of fs.readdirSync(parent)) {
    const pid = Number(/^(?:test|databases)-(\d+)$/.exec(name)?.[1]);
    if (!pid || (name !== own && isAlive(pid))) continue;
    const folder = path.join(parent, name);
    await Promise.all([
      stopLeftOverPostgres(path.join(folder, 'postgres')),
      stopLeftOverRedis(path.join(folder, 'redis')),
    ]);
    fs.rmSync(folder, { recursive: true, force: true });
  }
  const folder = path.join(parent, own);
  fs.mkdirSync(folder, { recursive: true });
  process.once('exit', () => {
    fs.rmSync(folder, { recursive: true, force: true });
    if (parent === inMemory) removeEmpty(parent);
  });
  return folder;
}

/** @param {string} folder */
function removeEmpty(folder) {
  try {
    fs.rmdirSync(folder);
  } catch {
    // Another run has its databases there.
  }
}
