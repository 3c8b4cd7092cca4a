/**
 * After a change of APP_SECRET: encrypts everything stored under the previous one again, so that the previous one can be
 * taken away. Safe to repeat, and while the services run.
 *
 *   APP_SECRET=… APP_SECRET_PREVIOUS=… DATABASE_URL=… node packages/core/src/upkeep/renew-secrets.ts
 */
import { createDatabase, type Database } from '@parley/db/database';
import { lockSettings, mergeSettings } from '@parley/db/settings/settings';
import { baseConfig, loadConfig } from '@parley/service/config';
import { createSecrets, type Secrets } from '@parley/service/secrets';
import * as Type from 'typebox';
import { mapSecrets } from '../settings/secrets.ts';

/** Renews the secrets of settings, websites and webhooks; answers how many there were to renew. */
export async function renewSecrets(db: Database, secrets: Secrets): Promise<number> {
  let renewed = 0;
  const renew = (encrypted: string): string | undefined => {
    if (encrypted === '' || !secrets.needsRotation(encrypted)) return undefined;
    renewed += 1;
    return secrets.encrypt(secrets.decrypt(encrypted));
  };
  // Locked, so that a secret somebody enters meanwhile is not overwritten with the one before.
  await db.transaction().execute(async (transaction) => {
    const { emailConfig, trelloConfig } = await lockSettings(transaction);
    const { smtpPassword = '' } = emailConfig;
    const email = mapSecrets('emailConfig', { smtpPassword }, renew);
    if (Object.keys(email).length > 0) await mergeSettings(transaction, 'emailConfig', email);
    const { apiKey = '', token = '' } = trelloConfig;
    const trello = mapSecrets('trelloConfig', { apiKey, token }, renew);
    if (Object.keys(trello).length > 0) await mergeSettings(transaction, 'trelloConfig', trello);
  });
  for (const { id, identitySecret } of await db.selectFrom('websites').select(['id', 'identitySecret']).execute()) {
    const again = identitySecret === null ? undefined : renew(identitySecret);
    // Not when somebody has made a new one meanwhile.
    if (again !== undefined) {
      await db
        .updateTable('websites')
        .set({ identitySecret: again })
        .where('id', '=', id)
        .where('identitySecret', '=', identitySecret)
        .execute();
    }
  }
  for (const { id, secret } of await db.selectFrom('webhooks').select(['id', 'secret']).execute()) {
    const again = renew(secret);
    if (again !== undefined) await db.updateTable('webhooks').set({ secret: again }).where('id', '=', id).execute();
  }
  return renewed;
}

if (import.meta.main) {
  const { DATABASE_URL, APP_SECRET, APP_SECRET_PREVIOUS } = baseConfig.properties;
  const config = loadConfig(Type.Object({ DATABASE_URL, APP_SECRET, APP_SECRET_PREVIOUS }), process.env);
  const db = createDatabase(config.DATABASE_URL, { max: 1, applicationName: 'parley-renew-secrets' });
  try {
    console.log(`Renewed: ${await renewSecrets(db, createSecrets(config))}.`);
  } finally {
    await db.destroy();
  }
}
