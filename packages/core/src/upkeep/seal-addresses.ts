/** Addresses that a release from before has stored in the clear are encrypted. */
import { secretsOf } from '@parley/contracts/secret-fields';
import { type SettingsSection, sectionSchemas, settingsSections } from '@parley/contracts/settings';
import type { Database } from '@parley/db/database';
import { lockSettings, mergeSettings, readSettings } from '@parley/db/settings/settings';
import type { Secrets } from '@parley/service/secrets';
import type { Context } from '../context.ts';
import { isSealed, needsSealing, sealAddress, unsealAddress } from '../sealed-address.ts';
import { renewedSecrets } from '../settings/secrets.ts';

/** Encrypts anew what of the settings is in the clear or under the secret before; answers how many secrets. */
export async function renewSettings(db: Database, secrets: Secrets): Promise<number> {
  // Locked, so that a secret somebody enters meanwhile is not overwritten with the one before.
  return db.transaction().execute(async (transaction) => {
    const stored = await lockSettings(transaction);
    let renewed = 0;
    for (const section of settingsSections) {
      const change = renewedSecrets(secrets, section, stored[section]);
      const count = Object.keys(change).length;
      if (count > 0) await mergeSettings(transaction, section, change);
      renewed += count;
    }
    return renewed;
  });
}

/** The same for the addresses of outgoing webhooks. */
export async function renewWebhookAddresses(db: Database, secrets: Secrets): Promise<number> {
  let renewed = 0;
  for (const { id, url } of await db.selectFrom('webhooks').select(['id', 'url']).execute()) {
    if (!needsSealing(secrets, url)) continue;
    const { numUpdatedRows } = await db
      .updateTable('webhooks')
      .set({ url: sealAddress(secrets, unsealAddress(secrets, url)) })
      .where('id', '=', id)
      // Not when somebody has entered another meanwhile.
      .where('url', '=', url)
      .executeTakeFirst();
    renewed += Number(numUpdatedRows);
  }
  return renewed;
}

/** Encrypts every address that is stored in the clear; answers how many there were. */
export async function sealAddresses({ db, secrets, settings }: Context): Promise<number> {
  const stored = await readSettings(db);
  const isClear = (section: SettingsSection): boolean =>
    Object.entries(stored[section]).some(
      ([name, value]) =>
        secretsOf(sectionSchemas[section]).get(name) === 'address' && value !== '' && !isSealed(String(value)),
    );
  let sealed = 0;
  if (settingsSections.some(isClear)) {
    sealed += await renewSettings(db, secrets);
    settings.forget();
  }
  const clear = await db.selectFrom('webhooks').select('url').execute();
  if (clear.some(({ url }) => !isSealed(url))) sealed += await renewWebhookAddresses(db, secrets);
  return sealed;
}
