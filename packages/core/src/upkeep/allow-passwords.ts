/**
 * The way back in when nobody can sign in by an identity provider any more: lets people sign in by password again. The
 * audit log says so; running services know within ten seconds.
 *
 *   DATABASE_URL=… node packages/core/src/upkeep/allow-passwords.ts
 */
import { insertAuditEntry } from '@parley/db/audit/audit-log';
import { createDatabase, type Database } from '@parley/db/database';
import { mergeSettings } from '@parley/db/settings/settings';
import { baseConfig, loadConfig } from '@parley/service/config';
import * as Type from 'typebox';

/** Switches "only by single sign-on" off. */
export async function allowPasswords(db: Database): Promise<void> {
  await mergeSettings(db, 'signInConfig', { onlyProviders: false });
  await insertAuditEntry(db, {
    actorId: null,
    actorName: 'Command on the server',
    action: 'settings.changed',
    subject: { type: 'settings', id: 'signInConfig' },
    details: { fields: ['onlyProviders'] },
  });
}

if (import.meta.main) {
  const { DATABASE_URL } = baseConfig.properties;
  const { DATABASE_URL: url } = loadConfig(Type.Object({ DATABASE_URL }), process.env);
  const db = createDatabase(url, { max: 1, applicationName: 'parley-allow-passwords' });
  try {
    await allowPasswords(db);
    console.log('People can sign in by password again.');
  } finally {
    await db.destroy();
  }
}
