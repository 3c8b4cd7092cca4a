import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from './postgres.mjs';
import { redisProgram } from './redis-programs.mjs';
import { startRedis } from './redis.mjs';
import { print, printFailure } from './print.mjs';

/** A database that was killed must not come back in a tight loop, one that can't start (the disk is full) be given up. */
const pauseMilliseconds = 500;
const longestPauseMilliseconds = 30_000;
/** Time after which a process has recovered; its next end counts as a first one again. */
const steadyMilliseconds = 60_000;

/**
 * Postgres and Redis, started below a folder, or the ones that are given.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @param {string} folder
 * @param {object} options
 * @param {boolean} options.durable whether what is written must survive a power cut
 * @param {boolean} [options.isKeptAlive] whether one that ends by itself is started again; nobody else may use the folder
 * @param {{ DATABASE_URL?: string | undefined, REDIS_URL?: string | undefined }} [options.given] servers to use instead
 * @returns {Promise<{ DATABASE_URL: string, REDIS_URL: string }>}
 */
export async function startDatabases(supervisor, folder, { durable, isKeptAlive = false, given = {} }) {
  /** @type {(name: string, start: Start) => Promise<string>} */
  const started = (name, start) => (isKeptAlive ? keptAlive(supervisor, name, start) : start({}));
  const postgres = async () =>
    given.DATABASE_URL ||
    started('Postgres', (again) => startPostgres(supervisor, path.join(folder, 'postgres'), { durable, ...again }));
  const redis = async () => {
    if (given.REDIS_URL) return given.REDIS_URL;
    const program = await redisProgram(supervisor);
    return started('Redis', (again) =>
      startRedis(supervisor, path.join(folder, 'redis'), { durable, program, ...again }),
    );
  };
  const [DATABASE_URL, REDIS_URL] = await Promise.all([postgres(), redis()]);
  return { DATABASE_URL, REDIS_URL };
}

/**
 * @typedef {(options: { port?: number, onEnd?: (how: string | number) => void }) => Promise<string>} Start starts a
 *   database on a port, or on a free one; answers its URL
 */

/**
 * Starts a database, and starts it again on its port whenever it ends by itself: the services find it where it was. One
 * that can't be started again is tried again for as long as it takes, after a pause that grows.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @param {string} name
 * @param {Start} start
 * @returns {Promise<string>} its URL. One that can't be started the first time is refused
 */
async function keptAlive(supervisor, name, start) {
  const launch = async (/** @type {number | undefined} */ port) => {
    /** @type {(how: string | number) => void} */
    let onEnd = () => {};
    const ended = new Promise((/** @type {(how: string | number) => void} */ resolve) => (onEnd = resolve));
    const url = await start({ ...(port ? { port } : {}), onEnd });
    return { url, ended, began: Date.now() };
  };
  const first = await launch(undefined);
  void keep(first);
  return first.url;

  /** @param {Awaited<ReturnType<typeof launch>> | undefined} running */
  async function keep(running) {
    const port = Number(new URL(first.url).port);
    for (let failures = 0, printed = ''; ; ) {
      if (running) {
        const how = await running.ended;
        if (supervisor.isStopping) return;
        print(`${name} ended (${how}); starting it again`);
        if (Date.now() - running.began > steadyMilliseconds) failures = 0;
      }
      await sleep(Math.min(longestPauseMilliseconds, pauseMilliseconds * 2 ** failures));
      if (supervisor.isStopping) return;
      failures += 1;
      try {
        running = await launch(port);
        if (printed) print(`${name} runs again`);
        printed = '';
      } catch (error) {
        if (supervisor.isStopping) return;
        running = undefined;
        // A repeated error is not printed every half minute. Its times and process IDs differ.
        const trouble = String(error).replaceAll(/\d+/g, '');
        if (printed !== trouble) printFailure(error);
        if (!printed) print(`${name} is tried again until it starts`);
        printed = trouble;
      }
    }
  }
}
