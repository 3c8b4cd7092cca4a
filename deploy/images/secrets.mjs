/**
 * Makes the secrets that nobody has given, once, into a folder that outlives containers (`SECRETS_FOLDER`):
 * `app-secret`, `postgres-password` and the `database-url` with it, `redis-password` and the `redis-url` with it, and the
 * `demo-password` of the demo's people. What is there stays as it is, because data is already protected with it; a given
 * APP_SECRET or POSTGRES_PASSWORD is used for a file that is not there yet. Run again it adds what an older version did
 * not make.
 *
 * Only the services that need a secret mount the folder, so its files are readable for any of their users.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const { SECRETS_FOLDER: folder, APP_SECRET, POSTGRES_PASSWORD, POSTGRES_HOST = 'postgres:5432' } = process.env;
if (!folder) throw new Error('SECRETS_FOLDER is not set');

/** Writes the file unless it is there, never half of it; answers what it holds. */
function kept(name, value) {
  const file = path.join(folder, name);
  if (!fs.existsSync(file)) {
    fs.writeFileSync(`${file}.new`, `${value}\n`, { mode: 0o444 });
    fs.renameSync(`${file}.new`, file);
    console.log(`Made ${name}.`);
  }
  return fs.readFileSync(file, 'utf8').trim();
}

kept('app-secret', APP_SECRET || randomBytes(48).toString('base64'));
const password = kept('postgres-password', POSTGRES_PASSWORD || randomBytes(24).toString('hex'));
kept('database-url', `postgres://parley:${encodeURIComponent(password)}@${POSTGRES_HOST}/parley`);
const redisPassword = kept('redis-password', randomBytes(24).toString('hex'));
kept('redis-url', `redis://:${redisPassword}@redis:6379`);
kept('demo-password', randomBytes(12).toString('base64url'));
