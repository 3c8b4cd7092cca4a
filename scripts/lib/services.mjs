import fs from 'node:fs';
import path from 'node:path';
import { tool } from './install.mjs';
import { node, root, toolEnvironment } from './places.mjs';
import { freePort } from './ports.mjs';
import { keepService } from './service.mjs';

const restartOnChange = ['--watch', '--watch-preserve-output'];
/** What the widget is made of, seen from its folder. */
const widgetSources = ['src', 'build', '../../packages/client/src', '../../packages/contracts/src'];

/**
 * Starts api, realtime and worker, the dashboard's development server if wanted, and the front before them.
 *
 * @param {import('./keeper.mjs').Keeper} keeper
 * @param {object} options
 * @param {string} options.logFolder
 * @param {boolean} options.development
 * @param {Record<string, string>} options.env what every service has to know
 * @param {{ host: string, port: number, localUrl: string }} options.front where the front listens
 * @returns {Promise<Record<string, string>>} the URLs of each service, by name, once all are ready
 */
export async function startServices(keeper, { logFolder, development, env, front }) {
  fs.mkdirSync(logFolder, { recursive: true });
  /** @type {Record<string, string>} */
  const urls = {};
  /** @type {Promise<void>[]} */
  const ready = [];
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
    const options = { name, command, cwd, env: toolEnvironment(ownEnv), readyUrl, logFolder, isDeveloped: development };
    ready.push(keepService(keeper, options));
  };

  for (const name of ['api', 'realtime', 'worker']) {
    const [PORT = '', METRICS_PORT = ''] = [await freePort(), await freePort()].map(String);
    urls[name] = `http://127.0.0.1:${PORT}`;
    urls[`${name}-metrics`] = `http://127.0.0.1:${METRICS_PORT}/metrics`;
    const command = [node, ...(development ? restartOnChange : []), 'src/main.ts'];
    start(name, `apps/${name}`, command, { ...env, PORT, METRICS_PORT }, '/readyz');
  }
  if (development) {
    const PORT = String(await freePort());
    urls.dashboard = `http://127.0.0.1:${PORT}`;
    start('dashboard', 'apps/dashboard', [tool('vite')], { PORT }, '/');
    start('widget', 'apps/widget', [node, ...widgetSources.map((source) => `--watch-path=${source}`), 'build.ts']);
  }
  const { api: API_URLS = '', realtime: REALTIME_URLS = '', dashboard: DASHBOARD_URL = '' } = urls;
  const frontEnv = { HOST: front.host, PORT: `${front.port}`, API_URLS, REALTIME_URLS, DASHBOARD_URL };
  urls.front = front.localUrl;
  start('front', 'deploy/front', [node, 'src/main.ts'], frontEnv, '/readyz');
  await Promise.all(ready);
  return urls;
}
