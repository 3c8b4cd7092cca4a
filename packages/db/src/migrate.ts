import { type MigrationInfo, type MigrationResultSet, Migrator } from 'kysely/migration';
import { Client, DatabaseError, escapeIdentifier } from 'pg';
import { connectionString } from './connection.ts';
import { createDatabase } from './database.ts';
import { type Migration, migrations } from './migrations/all.ts';

/**
 * Lock of the installation, so that processes starting together wait for each other. Any number that nothing else uses.
 */
const advisoryLock = 7_461_200_001;

/**
 * Brings the database at `url` to the newest schema, creating it first when it is missing. Safe to run by several
 * processes at once: one works, the others wait and find it done. Answers the names of the migrations it ran.
 * @param upTo the last migration to run, for a database as an earlier version left it; the newest without it
 * @throws what the failing migration threw; the schema is then as before it, or before what led to it.
 */
export async function migrate(url: string, upTo?: string): Promise<string[]> {
  const wanted = migrationsUpTo(upTo);
  await createWhenMissing(url);
  const lock = new Client({ connectionString: connectionString(url) });
  await lock.connect();
  try {
    // Held by the session: a killed process leaves no lock behind.
    await lock.query('select pg_advisory_lock($1)', [advisoryLock]);
    await refuseOldPostgres(lock);
    return await runMigrations(url, wanted);
  } finally {
    await lock.end();
  }
}

/** UUIDs of version 7 and the old row in `returning` came with PostgreSQL 18. */
async function refuseOldPostgres(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
  );
  const [server] = rows;
  if (server && server.number < 180_000)
    throw new Error(`PostgreSQL 18 or newer is needed, this is ${server.version}.`);
}

function migrationsUpTo(last = Object.keys(migrations).at(-1) ?? ''): Record<string, Migration> {
  if (!(last in migrations))
    throw new Error(`There is no migration ${last}, only ${Object.keys(migrations).join(', ')}.`);
  return Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last));
}

async function runMigrations(url: string, wanted: Record<string, Migration>): Promise<string[]> {
  const db = createDatabase(url, { max: 2, applicationName: 'parley-migrate', statementTimeoutMs: 0 });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => wanted } });
    const ran: string[] = [];
    const note = ({ error, results = [] }: MigrationResultSet): void => {
      if (error) throw error;
      ran.push(...results.map((result) => result.migrationName));
    };
    for (const { last, inBatches } of stretches(wanted, await migrator.getMigrations())) {
      note(await migrator.migrateTo(last, { disableTransactions: inBatches }));
    }
    // Refuses a database that is ahead of what was wanted.
    note(await migrator.migrateToLatest());
    return ran;
  } finally {
    await db.destroy();
  }
}

/** Groups pending migrations in order, into parts that run in one transaction and parts that manage their own. */
function stretches(
  wanted: Record<string, Migration>,
  known: readonly MigrationInfo[],
): { last: string; inBatches: boolean }[] {
  const parts: { last: string; inBatches: boolean }[] = [];
  for (const { name } of known.filter(({ executedAt }) => !executedAt)) {
    const inBatches = wanted[name]?.inBatches === true;
    const part = parts.at(-1);
    if (part?.inBatches === inBatches) part.last = name;
    else parts.push({ last: name, inBatches });
  }
  return parts;
}

const invalidCatalogName = '3D000';
const alreadyThere = new Set(['42P04', '23505']);

async function createWhenMissing(url: string): Promise<void> {
  const probe = new Client({ connectionString: connectionString(url) });
  try {
    await probe.connect();
    return;
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== invalidCatalogName) throw error;
  } finally {
    await probe.end().catch(() => undefined);
  }
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  await createDatabaseNamed(url, name);
}

async function createDatabaseNamed(url: string, name: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const client = new Client({ connectionString: connectionString(maintenance.href) });
  await client.connect();
  try {
    // Unicode rules of Postgres itself: the same letters and order on every machine, and cheap indexes on text.
    await client.query(
      `create database ${escapeIdentifier(name)} template template0 encoding 'UTF8'
       locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'`,
    );
  } catch (error) {
    // Another process was faster.
    if (!(error instanceof DatabaseError) || !error.code || !alreadyThere.has(error.code)) throw error;
  } finally {
    await client.end();
  }
}

if (import.meta.main) {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error('DATABASE_URL is not set: postgres://user:password@host:5432/parley');
  const ran = await migrate(url, process.argv[2]);
  console.log(ran.length > 0 ? `Migrated: ${ran.join(', ')}` : 'The database is up to date.');
}
