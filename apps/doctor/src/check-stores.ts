/** Postgres and Redis: there, quick, of the right version, and of one time with us. */
import { createDatabase, type Database } from '@parley/db/database';
import { migrations } from '@parley/db/migrations/all';
import { schemaDifference } from '@parley/db/schema';
import { connectRedis, redisReady, closeRedis } from '@parley/service/redis';
import { sql } from 'kysely';
import { type Finding, reason } from './finding.ts';

/** Sessions, tokens and rate limits go by the clock. */
const clockToleranceSeconds = 2;
const oldestPostgres = 18;
const oldestRedis = 7;
const slowMs = 50;
const migrationCount = Object.keys(migrations).length;

/** The database, its schema's version, and its clock against ours. */
export async function checkDatabase(url: string): Promise<Finding[]> {
  const db = createDatabase(url, { max: 1, applicationName: 'parley-doctor', onConnectionError: () => undefined });
  try {
    const { rows } = await sql<{ version: number; now: Date }>`
      select current_setting('server_version_num')::int / 10000 as version, clock_timestamp() as now`.execute(db);
    const [row] = rows;
    const arrived = Date.now();
    // Connecting is done by now; services do it once.
    const began = performance.now();
    await sql`select 1`.execute(db);
    const ms = Math.round(performance.now() - began);
    const drift = row ? Math.abs(arrived - row.now.getTime()) / 1000 : 0;
    return [versionFinding(row?.version ?? 0, ms), await schemaFinding(db), clockFinding(drift)];
  } catch (error) {
    return [
      {
        what: 'Database',
        state: 'broken',
        detail: `It does not answer: ${reason(error)}.`,
        remedy: 'Is Postgres running, and are host, user and password in DATABASE_URL right?',
      },
    ];
  } finally {
    await db.destroy();
  }
}

function versionFinding(version: number, ms: number): Finding {
  const what = 'Database';
  if (version < oldestPostgres) {
    const remedy = `Move to Postgres ${oldestPostgres} or newer.`;
    return { what, state: 'broken', detail: `It is Postgres ${version}, which is too old.`, remedy };
  }
  if (ms > slowMs) {
    const remedy = 'Put the services near the database; every message waits for a commit.';
    return { what, state: 'warning', detail: `Postgres ${version} takes ${ms} ms for a query.`, remedy };
  }
  return { what, state: 'good', detail: `Postgres ${version}, ${ms} ms` };
}

async function schemaFinding(db: Database): Promise<Finding> {
  const what = 'Migrations';
  const remedy =
    'Run the migrations (compose: docker compose run --rm migrate; by hand: node packages/db/src/migrate.ts).';
  const { missing, unknown } = await schemaDifference(db);
  if (missing.length === migrationCount) return { what, state: 'broken', detail: 'The database is empty.', remedy };
  if (missing.length > 0) return { what, state: 'broken', detail: `Not run yet: ${missing.join(', ')}.`, remedy };
  if (unknown.length > 0) {
    const detail = `The database is of a newer version: ${unknown.join(', ')}.`;
    return { what, state: 'warning', detail, remedy: 'Finish the update of the services.' };
  }
  return { what, state: 'good', detail: `all ${migrationCount} run` };
}

function clockFinding(seconds: number): Finding {
  const what = 'Clock';
  if (seconds <= clockToleranceSeconds)
    return { what, state: 'good', detail: `${seconds.toFixed(1)} s from the database's` };
  const detail = `This machine and the database are ${Math.round(seconds)} s apart.`;
  return { what, state: 'broken', detail, remedy: 'Let both machines follow a time server (NTP).' };
}

/** Redis, and whether it would throw jobs away. */
export async function checkRedis(url: string): Promise<Finding[]> {
  const what = 'Redis';
  const redis = connectRedis(url, { role: 'commands', onError: () => undefined });
  try {
    await redisReady(redis, 5_000);
    const began = performance.now();
    await redis.ping();
    const ms = Math.round(performance.now() - began);
    const info = await redis.info();
    const major = Number(/redis_version:(\d+)/.exec(info)?.[1] ?? 0);
    const policy = /maxmemory_policy:(\S+)/.exec(info)?.[1] ?? 'noeviction';
    if (major > 0 && major < oldestRedis) {
      const remedy = `Move to Redis ${oldestRedis} or newer.`;
      return [{ what, state: 'broken', detail: `It is Redis ${major}, which is too old.`, remedy }];
    }
    if (policy !== 'noeviction') {
      const detail = `It may throw jobs and sessions away when it is full (maxmemory-policy ${policy}).`;
      return [{ what, state: 'warning', detail, remedy: 'Set maxmemory-policy to noeviction.' }];
    }
    return [{ what, state: 'good', detail: `version ${major}, ${ms} ms` }];
  } catch (error) {
    const remedy = 'Is Redis running, and are host and password in REDIS_URL right?';
    return [{ what, state: 'broken', detail: `It does not answer: ${reason(error)}.`, remedy }];
  } finally {
    await closeRedis(redis);
  }
}
