/** Checks that the database has the schema that this version's code needs. */
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { migrations } from './migrations/all.ts';

/**
 * Returns the migrations of this version that the database has not run, and those it has run that this version lacks.
 * All are missing in an empty database.
 */
export async function schemaDifference(db: Database): Promise<{ missing: string[]; unknown: string[] }> {
  const known = Object.keys(migrations);
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`.execute(
    db,
  );
  if (!rows[0]?.exists) return { missing: known, unknown: [] };
  const ran = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const done = new Set(ran.rows.map(({ name }) => name));
  return {
    missing: known.filter((name) => !done.has(name)),
    unknown: [...done].filter((name) => !known.includes(name)),
  };
}

/** Databases that had their schema once; migrations only go forward. */
const current = new WeakSet<Database>();

/**
 * Resolves when the database has run every migration of this version; a newer schema serves this version too. For a
 * process that was started before the migrations were through and must take no work until they are.
 * @throws Error that names what is missing, or what the database's own trouble was
 */
export async function checkSchema(db: Database): Promise<void> {
  if (current.has(db)) return;
  const { missing } = await schemaDifference(db);
  if (missing.length > 0) throw new Error(`The database has not run ${missing.join(', ')} yet.`);
  current.add(db);
}
