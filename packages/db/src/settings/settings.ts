import { type Settings, type SettingsSection, settingsSections } from '@parley/contracts/settings/settings';
import { sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';

/** Changed settings by section: fields that were never changed are absent. Secrets are as the caller stored them. */
export type StoredSettings = { [S in SettingsSection]: Partial<Settings[S]> };

/** Reads the stored sections as they are: secrets encrypted, defaults missing. */
export async function readSettings(db: Database): Promise<StoredSettings> {
  return db.selectFrom('settings').select(settingsSections).executeTakeFirstOrThrow();
}

/** Returns the settings and locks them until the transaction ends. */
export async function lockSettings(transaction: Transaction): Promise<StoredSettings> {
  return transaction.selectFrom('settings').select(settingsSections).forUpdate().executeTakeFirstOrThrow();
}

/** Merges `change` into a section, field by field, and answers the section. Two changes at once both hold. */
export async function mergeSettings<S extends SettingsSection>(
  db: Database,
  section: S,
  change: Partial<Settings[S]>,
): Promise<StoredSettings> {
  const column = sql.ref(section);
  const { rows } = await sql<StoredSettings>`
    update settings set ${column} = ${column} || ${JSON.stringify(change)}::jsonb, updated_at = now()
    returning ${sql.join(settingsSections.map((name) => sql.ref(name)))}
  `.execute(db);
  const settings = rows[0];
  if (!settings) throw new Error('The settings record is missing.');
  return settings;
}
