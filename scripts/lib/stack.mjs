import path from 'node:path';
import { address } from './address.mjs';
import { prepareDatabase } from './database-content.mjs';
import { startDatabases } from './databases.mjs';
import { build, install } from './install.mjs';
import { dataFolder } from './places.mjs';
import { redisProgram } from './redis-programs.mjs';
import { takeFolder, writeRunning } from './running.mjs';
import { print } from './print.mjs';
import { keptSecret } from './secrets.mjs';
import { shutdownSeconds, startServices } from './services.mjs';

/**
 * A running installation.
 *
 * @typedef {{ folder: string, url: string, isOpenToOthers: boolean, isDemo: boolean }} Stack
 */

/**
 * Brings the whole product up: dependencies, databases, schema, demo, builds, services, and in front of them the one
 * origin.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @param {object} options
 * @param {boolean} options.development the dashboard by Vite, services that restart when their code changes
 * @returns {Promise<Stack>}
 */
export async function startStack(supervisor, { development }) {
  const folder = dataFolder();
  const isDemo = process.env.PARLEY_DEMO !== '0';
  takeFolder(folder);
  const { url, isOpenToOthers, ...front } = await address();

  const needsRedis = !process.env.REDIS_URL;
  await Promise.all([install(supervisor), needsRedis && redisProgram(supervisor)]);

  const prepareDatabases = async () => {
    const databases = await startDatabases(supervisor, folder, {
      durable: true,
      isKeptAlive: true,
      given: process.env,
    });
    print('Postgres and Redis are up');
    await prepareDatabase(supervisor, folder, { url, isDemo, DATABASE_URL: databases.DATABASE_URL });
    return databases;
  };
  const prepareBuilds = async () => {
    if (development) return;
    await build(supervisor);
    print('Dashboard and widget are built');
  };
  const [databases] = await Promise.all([prepareDatabases(), prepareBuilds()]);

  const env = {
    ...databases,
    APP_SECRET: process.env.APP_SECRET || keptSecret(path.join(folder, 'app-secret')),
    PUBLIC_URL: url,
    FILES_FOLDER: process.env.FILES_FOLDER || path.join(folder, 'files'),
    REGISTRATION: process.env.REGISTRATION || (isDemo ? 'open' : 'invite'),
    HOST: '127.0.0.1',
    // A developer who has just saved a file waits for the new code.
    SHUTDOWN_SECONDS: process.env.SHUTDOWN_SECONDS || (development ? '1' : `${shutdownSeconds}`),
    TRUST_PROXY: '', // the services stand behind the front, and believe it alone
  };
  const services = await startServices(supervisor, { logFolder: path.join(folder, 'logs'), development, env, front });
  writeRunning(folder, { url, ...databases, services });
  return { folder, url, isOpenToOthers, isDemo };
}
