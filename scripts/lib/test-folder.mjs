import fs from 'node:fs';
import path from 'node:path';
import { root } from './places.mjs';
import { stopLeftOverPostgres } from './postgres.mjs';
import { stopLeftOverRedis } from './redis.mjs';
import { isAlive } from './stopping.mjs';

const local = path.join(root, '.local');

/** A folder for this run's databases, empty, gone at the end. What earlier runs left behind is removed. */
export async function testFolder() {
  fs.mkdirSync(local, { recursive: true });
  for (const name of fs.readdirSync(local)) {
    const pid = Number(/^test-(\d+)$/.exec(name)?.[1]);
    if (!pid || (pid !== process.pid && isAlive(pid))) continue;
    const folder = path.join(local, name);
    await Promise.all([
      stopLeftOverPostgres(path.join(folder, 'postgres')),
      stopLeftOverRedis(path.join(folder, 'redis')),
    ]);
    fs.rmSync(folder, { recursive: true, force: true });
  }
  const folder = path.join(local, `test-${process.pid}`);
  fs.mkdirSync(folder);
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}
