import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal, print } from './print.mjs';
import { ServiceLog } from './service-log.mjs';

const readyMilliseconds = 60_000;
const longestPauseMilliseconds = 30_000;
/** A service that has run this long has recovered; its next crash is a first one again. */
const steadyMilliseconds = 60_000;

/**
 * @typedef {object} ServiceOptions
 * @property {string} name
 * @property {string[]} command
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {string | undefined} readyUrl answers 200 once the service can work; without one it is not waited for
 * @property {string} logFolder
 * @property {number} [graceMilliseconds] how long it may take to stop before it is killed
 * @property {boolean} [isDeveloped] its code is being worked on: everything worth saying is said at once, and a service
 *   that does not get ready is left to be mended
 */

/**
 * Starts a service and keeps it running: one that dies is started again, after a pause that grows while it keeps dying.
 * Its log goes to a file; what a person has to see also goes to the terminal.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @param {ServiceOptions} options
 * @returns {Promise<void>} once it is ready. A service that ends before it was ever ready is refused with its own words
 */
export async function keepService(supervisor, options) {
  const { name, readyUrl, logFolder, command, cwd, env, graceMilliseconds, isDeveloped = false } = options;
  const log = new ServiceLog(path.join(logFolder, `${name}.log`), name);
  if (isDeveloped) log.isHeard = true;
  const launch = () => {
    const [program = '', ...args] = command;
    const service = supervisor.start(program, args, { cwd, env, graceMilliseconds, stdio: ['ignore', 'pipe', 'pipe'] });
    log.keep(service.child.stdout, service.child.stderr);
    return service;
  };
  let service = launch();
  const end = Date.now() + readyMilliseconds;
  while (readyUrl && !(await isReady(readyUrl))) {
    if (supervisor.isStopping) return;
    if (!service.running) {
      await Promise.race([once(service.child, 'close'), sleep(1000)]); // its last words may still be on their way
      throw new Refusal(`${name} did not start:\n${log.lastWords()}`);
    }
    if (Date.now() > end) {
      const trouble = `${name} was not ready within ${readyMilliseconds / 1000} s; see ${log.file}.`;
      if (!isDeveloped) throw new Refusal(trouble);
      print(trouble);
      break;
    }
    await sleep(25);
  }
  log.isHeard = true;
  void keepAlive();

  async function keepAlive() {
    for (let crashes = 0; ; ) {
      const began = Date.now();
      const how = await service.ended;
      if (supervisor.isStopping) return;
      crashes = Date.now() - began > steadyMilliseconds ? 1 : crashes + 1;
      const pause = Math.min(longestPauseMilliseconds, 250 * 2 ** crashes);
      print(`${name} ended (${how}); starting it again in ${pause / 1000} s. Its log: ${log.file}`);
      await sleep(pause);
      if (supervisor.isStopping) return;
      service = launch();
    }
  }
}

/** @param {string} url */
async function isReady(url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000), redirect: 'manual' });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}
