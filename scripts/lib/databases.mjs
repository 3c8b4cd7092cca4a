import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from './postgres.mjs';
import { redisProgram } from './redis-programs.mjs';
import { startRedis } from './redis.mjs';
import { say, sayFailure } from './say.mjs';

/** A database that was killed must not come back in a tight loop. */
const pauseMilliseconds = 500;

/**
 * Postgres and Redis, started below a folder, or the ones that are given.
 *
 * @param {import('./keeper.mjs').Keeper} keeper
 * @param {string} folder
 * @param {object} options
 * @param {boolean} options.durable whether what is written must survive a power cut
 * @param {boolean} [options.isKeptAlive] whether one that ends by itself is started again; nobody else may use the folder
 * @param {{ DATABASE_URL?: string | undefined, REDIS_URL?: string | undefined }} [options.given] servers to use instead
 * @returns {Promise<{ DATABASE_URL: string, REDIS_URL: string }>}
 */
export async function startDatabases(keeper, folder, { durable, isKeptAlive = false, given = {} }) {
  /** @type {(name: string, start: Start) => Promise<string>} */
  const started = (name, start) => (isKeptAlive ? keptAlive(keeper, name, start) : start({}));
  const postgres = async () =>
    given.DATABASE_URL ||
    started('Postgres', (again) => startPostgres(keeper, path.join(folder, 'postgres'), { durable, ...again }));
  const redis = async () => {
    if (given.REDIS_URL) return given.REDIS_URL;
    const program = await redisProgram(keeper);
    return started('Redis', (again) => startRedis(keeper, path.join(folder, 'redis'), { durable, program, ...again }));
  };
  const [DATABASE_URL, REDIS_URL] = await Promise.all([postgres(), redis()]);
  return { DATABASE_URL, REDIS_URL };
}

/**
 * @typedef {(options: { port?: number, onEnd?: (how: string | number) => void }) => Promise<string>} Start starts a
 *   database on a port, or on a free one; answers its URL
 */

/**
 * Starts a database, and starts it again on its port whenever it ends by itself: the services find it where it was.
 *
 * @param {import('./keeper.mjs').Keeper} keeper
 * @param {string} name
 * @param {Start} start
 * @param {number} [port]
 * @returns {Promise<string>}
 */
async function keptAlive(keeper, name, start, port) {
  /** @param {string | number} how */
  const again = async (how) => {
    if (keeper.isStopping) return;
    say(`${name} ended (${how}); starting it again`);
    await sleep(pauseMilliseconds);
    try {
      if (!keeper.isStopping) await keptAlive(keeper, name, start, Number(new URL(url).port));
    } catch (error) {
      if (!keeper.isStopping) sayFailure(error);
    }
  };
  const url = await start({ ...(port ? { port } : {}), onEnd: (how) => void again(how) });
  return url;
}
