import fs from 'node:fs';
import path from 'node:path';
import { tool } from './install.mjs';
import { nodeOptions } from './node-options.mjs';
import { node, root, toolEnvironment } from './places.mjs';
import { freePort } from './ports.mjs';
import { keepService } from './service.mjs';

/** @param {string[]} packages */
const sourcesOf = (...packages) => ['src', ...packages.map((name) => `../../packages/${name}/src`)];
/** A service's file, seen from its folder. */
const program = 'src/main.ts';
const serverSources = sourcesOf('contracts', 'core', 'db', 'service');
const widgetSources = ['build', ...sourcesOf('client', 'contracts')];

/**
 * Options with which Node restarts a program when something in these folders changes. Left to find out by itself what
 * belongs to the program it forgets all that one which fails while loading had not come to, and with it the change that
 * fixes it.
 *
 * @param {string[]} folders seen from the program's folder
 */
const restartOnChange = (folders) => ['--watch-preserve-output', ...folders.map((folder) => `--watch-path=${folder}`)];

/**
 * How long a service may finish its work unless `SHUTDOWN_SECONDS` says otherwise: the default that the services have
 * themselves, in `packages/service/src/config.ts`, which the Node that runs these scripts may be too old to read.
 */
export const shutdownSeconds = 20;

/** Between the end that a service sets itself and the one it is given. */
const airSeconds = 5;

/**
 * Starts api, realtime and worker, the dashboard's development server if wanted, and the front before them.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @param {object} options
 * @param {string} options.logFolder
 * @param {boolean} options.development
 * @param {Record<string, string>} options.env what every service has to know
 * @param {{ host: string, port: number, localUrl: string }} options.front where the front listens
 * @returns {Promise<Record<string, string>>} the URLs of each service, by name, once all are ready
 */
export async function startServices(supervisor, { logFolder, development, env, front }) {
  fs.mkdirSync(logFolder, { recursive: true });
  /** @type {Record<string, string>} */
  const urls = {};
  /** @type {Promise<void>[]} */
  const ready = [];
  // The front too: its sockets end with the gateways.
  const graceMilliseconds = stopSeconds({ ...process.env, ...env }) * 1000;
  /**
   * @param {string} name
   * @param {string} folder
   * @param {string[]} command
   * @param {Record<string, string>} [ownEnv]
   * @param {string} [readyPath]
   */
  const start = (name, folder, command, ownEnv, readyPath) => {
    const readyUrl = readyPath && `${urls[name]}${readyPath}`;
    const cwd = path.join(root, folder);
    const isDeveloped = development;
    const options = {
      name,
      command,
      cwd,
      env: toolEnvironment(ownEnv),
      readyUrl,
      logFolder,
      graceMilliseconds,
      isDeveloped,
    };
    ready.push(keepService(supervisor, options));
  };

  for (const name of ['api', 'realtime', 'worker']) {
    const [PORT = '', METRICS_PORT = ''] = [await freePort(), await freePort()].map(String);
    urls[name] = `http://127.0.0.1:${PORT}`;
    urls[`${name}-metrics`] = `http://127.0.0.1:${METRICS_PORT}/metrics`;
    const folder = `apps/${name}`;
    const command = [node, ...(development ? restartOnChange(serverSources) : []), ...nodeOptions(folder), program];
    start(name, folder, command, { ...env, PORT, METRICS_PORT }, '/readyz');
  }
  if (development) {
    const PORT = String(await freePort());
    urls.dashboard = `http://127.0.0.1:${PORT}`;
    start('dashboard', 'apps/dashboard', [tool('vite')], { PORT }, '/');
    start('widget', 'apps/widget', [node, ...restartOnChange(widgetSources), 'build.ts']);
  }
  const { api: API_URLS = '', realtime: REALTIME_URLS = '', dashboard: DASHBOARD_URL = '' } = urls;
  const frontEnv = { HOST: front.host, PORT: `${front.port}`, API_URLS, REALTIME_URLS, DASHBOARD_URL };
  urls.front = front.localUrl;
  start('front', 'deploy/front', [node, ...nodeOptions('deploy/front'), program], frontEnv, '/readyz');
  await Promise.all(ready);
  return urls;
}

/**
 * Seconds to wait for a stopping service before it is killed: as long as the service itself promises to take at most.
 *
 * @param {{ SHUTDOWN_SECONDS?: string, DRAIN_SECONDS?: string }} env
 */
export const stopSeconds = ({ SHUTDOWN_SECONDS, DRAIN_SECONDS }) =>
  Number(DRAIN_SECONDS || 0) + Number(SHUTDOWN_SECONDS || shutdownSeconds) + airSeconds;
