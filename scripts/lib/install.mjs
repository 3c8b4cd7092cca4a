import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { bin, node, root, toolEnvironment } from './places.mjs';
import { print } from './print.mjs';

const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));

/** Launched through npx, the pinned package manager needs no installing; `--prefer-offline` spares npx its look-up. */
const pnpm = ['--prefer-offline', '-y', manifest.packageManager];

const installArguments = ['install', '--frozen-lockfile', '--reporter=append-only'];
/** CI: pnpm must not ask before it replaces node_modules. */
const installEnvironment = () => ({ ...process.env, npm_config_loglevel: 'error', CI: '1' });

/** The benchmarks compare with other products, which are heavy and needed by nobody else. */
const withoutBench = ['--filter', '!@parley/bench'];

const stamp = path.join(root, 'node_modules/.installed');

/** Dependencies of the installed packages. */
function wanted() {
  const hash = createHash('sha256');
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']) {
    hash.update(fs.readFileSync(path.join(root, file)));
  }
  return `${hash.digest('hex')} ${process.platform}-${process.arch}\n`;
}

/** True when the dependencies are there and are those of the lockfile. */
export function isInstalled() {
  return fs.existsSync(node) && fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted();
}

/**
 * Installs the dependencies exactly as the lockfile says, unless they are there.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 */
export async function install(supervisor) {
  if (isInstalled()) return;
  print('Installing dependencies (the first time this takes a while)');
  const args = [...installArguments, ...withoutBench];
  const env = installEnvironment();
  const hadSome = fs.existsSync(path.join(root, 'node_modules'));
  const { code } = await supervisor.run('npx', [...pnpm, ...args], { cwd: root, env });
  if (code !== 0 && hadSome && !supervisor.isStopping) {
    print('Starting over with empty node_modules folders: those that are there may be another user’s');
    removeInstalled();
  }
  if (code !== 0) await supervisor.mustRun('npx', [...pnpm, ...args], { cwd: root, env });
  fs.writeFileSync(stamp, wanted());
}

/**
 * Installs what the benchmarks compare with, after `install`.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 */
export async function installBenchmarks(supervisor) {
  await supervisor.mustRun('npx', [...pnpm, ...installArguments], { cwd: root, env: installEnvironment() });
}

function removeInstalled() {
  for (const group of ['.', 'apps', 'packages', 'deploy']) {
    for (const name of ['.', ...fs.readdirSync(path.join(root, group))]) {
      fs.rmSync(path.join(root, group, name, 'node_modules'), { recursive: true, force: true });
    }
  }
}

/**
 * Builds what browsers load. What has not changed comes out of turbo's cache.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 */
export async function build(supervisor) {
  const env = toolEnvironment({ npm_config_loglevel: 'error', TURBO_TELEMETRY_DISABLED: '1', TURBO_UI: 'false' });
  const args = [...pnpm, 'exec', 'turbo', 'run', 'build', '--output-logs=errors-only'];
  await supervisor.mustRun('npx', args, { cwd: root, env, stdio: 'pipe' });
}

/**
 * Bundles the services as the images do, and the front: one that is started again and again is there in a fraction of
 * the time.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @param {string} folder for the bundles, `api.js` and so on; three folders below the checkout, where the front looks
 *   for what it serves
 */
export async function bundle(supervisor, folder) {
  const programs = [
    'api',
    'realtime',
    'worker',
    'reader-thread',
    'checker-process',
    'knowledge-process',
    'doctor',
    'front',
  ];
  const args = [path.join(root, 'deploy/images/bundle.mjs'), folder, ...programs];
  await supervisor.mustRun(node, args, { cwd: root, env: toolEnvironment(), stdio: 'pipe' });
}

/** The full path of a command of the workspace. */
export const tool = (/** @type {string} */ name) => path.join(bin, name);
