import path from 'node:path';
import { startPostgres } from './postgres.mjs';
import { redisProgram } from './redis-programs.mjs';
import { startRedis } from './redis.mjs';

/**
 * Postgres and Redis, started below a folder, or the ones that are given.
 *
 * @param {import('./keeper.mjs').Keeper} keeper
 * @param {string} folder
 * @param {object} options
 * @param {boolean} options.durable whether what is written must survive a power cut
 * @param {{ DATABASE_URL?: string | undefined, REDIS_URL?: string | undefined }} [options.given] servers to use instead
 * @returns {Promise<{ DATABASE_URL: string, REDIS_URL: string }>}
 */
export async function startDatabases(keeper, folder, { durable, given = {} }) {
  const postgres = async () => given.DATABASE_URL || startPostgres(keeper, path.join(folder, 'postgres'), { durable });
  const redis = async () =>
    given.REDIS_URL || startRedis(keeper, path.join(folder, 'redis'), { durable, program: await redisProgram(keeper) });
  const [DATABASE_URL, REDIS_URL] = await Promise.all([postgres(), redis()]);
  return { DATABASE_URL, REDIS_URL };
}
