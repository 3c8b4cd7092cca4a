import fs from 'node:fs';
import path from 'node:path';
import { node, root, toolEnvironment } from './places.mjs';
import { print } from './print.mjs';

/**
 * Brings the schema up to date, and fills an empty database with the demo.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @param {string} folder keeps the demo's accounts
 * @param {object} options
 * @param {string} options.DATABASE_URL
 * @param {string} options.url what people call the installation
 * @param {boolean} options.isDemo
 */
export async function prepareDatabase(supervisor, folder, { DATABASE_URL, url, isDemo }) {
  const env = toolEnvironment({ DATABASE_URL, PUBLIC_URL: url });
  const run = (/** @type {string} */ script) => supervisor.mustRun(node, [script], { cwd: root, env, stdio: 'pipe' });
  await run('packages/db/src/migrate.ts');
  print('The database is up to date');
  if (!isDemo) return;
  const accounts = await run('packages/core/src/demo/seed.ts');
  if (!accounts.trim()) return;
  fs.writeFileSync(accountsFile(folder), accounts, { mode: 0o600 });
  print('The demo is in place');
}

/**
 * The accounts of the demo, when this folder's database was filled with it.
 *
 * @param {string} folder
 * @returns {{ name: string, email: string, password: string, role: string }[]}
 */
export function demoAccounts(folder) {
  if (!fs.existsSync(accountsFile(folder))) return [];
  const lines = fs.readFileSync(accountsFile(folder), 'utf8').split('\n');
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
}

/** @param {string} folder */
const accountsFile = (folder) => path.join(folder, 'demo-accounts.jsonl');
