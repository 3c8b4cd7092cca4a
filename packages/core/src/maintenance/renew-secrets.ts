/**
 * After a change of APP_SECRET: encrypts everything stored under the previous one again, so that the previous one can be
 * taken away. Safe to repeat, and while the services run.
 *
 *   APP_SECRET=… APP_SECRET_PREVIOUS=… DATABASE_URL=… node packages/core/src/maintenance/renew-secrets.ts
 */
import { settingsSections } from '@parley/contracts/settings/settings';
import { listMailboxes, replaceConnections } from '@parley/db/mail/mailboxes';
import { createDatabase, type Database } from '@parley/db/database';
import { readPushKeys } from '@parley/db/users/push-devices';
import { lockSettings, mergeSettings } from '@parley/db/settings/settings';
import type { ToolDraft } from '@parley/db/tables/rehearsals';
import { baseConfig, loadConfig } from '@parley/service/config';
import { createSecrets, type Secrets } from '@parley/service/secrets';
import * as Type from 'typebox';
import { sql } from 'kysely';
import { listApiChannels } from '@parley/db/channels/api-channel';
import { renewedHeaders } from '../ai/tools/stored-tools.ts';
import { renewedMailbox } from '../mail/mailboxes.ts';
import { pushKeyPurpose } from '../push/keys.ts';
import { totpPurpose } from '../sign-in/totp.ts';
import { needsEncryption, encryptAddress, decryptAddress } from '../encrypted-address.ts';
import { tokenPurpose } from '../mail/oauth/tokens.ts';
import { renewedSecrets } from '../settings/secrets.ts';

/** Renews the secrets of settings, websites, identity providers, webhooks and code apps; returns the number renewed. */
export async function renewSecrets(db: Database, secrets: Secrets): Promise<number> {
  let renewed = (await renewSettings(db, secrets)) + (await renewWebhookAddresses(db, secrets));
  const renew = (encrypted: string): string | undefined => {
    if (encrypted === '' || !secrets.needsRotation(encrypted)) return undefined;
    renewed += 1;
    return secrets.encrypt(secrets.decrypt(encrypted));
  };
  for (const { id, identitySecret } of await db.selectFrom('websites').select(['id', 'identitySecret']).execute()) {
    const again = identitySecret === null ? undefined : renew(identitySecret);
    // Skipped if it was replaced in the meantime.
    if (again !== undefined) {
      await db
        .updateTable('websites')
        .set({ identitySecret: again })
        .where('id', '=', id)
        .where('identitySecret', '=', identitySecret)
        .execute();
    }
  }
  for (const { userId, secret } of await db.selectFrom('totpSecrets').select(['userId', 'secret']).execute()) {
    if (!secrets.needsRotation(secret)) continue;
    renewed += 1;
    await db
      .updateTable('totpSecrets')
      .set({ secret: secrets.encrypt(secrets.decrypt(secret, totpPurpose), totpPurpose) })
      .where('userId', '=', userId)
      .where('secret', '=', secret)
      .execute();
  }
  const pushKeys = await readPushKeys(db);
  if (pushKeys && secrets.needsRotation(pushKeys.privateKey)) {
    renewed += 1;
    const { privateKey } = pushKeys;
    await db
      .updateTable('pushKeys')
      .set({ privateKey: secrets.encrypt(secrets.decrypt(privateKey, pushKeyPurpose), pushKeyPurpose) })
      .where('privateKey', '=', privateKey)
      .execute();
  }
  const providers = await db.selectFrom('identityProviders').select(['id', 'clientSecret']).execute();
  for (const { id, clientSecret } of providers) {
    const again = renew(clientSecret);
    if (again === undefined) continue;
    await db
      .updateTable('identityProviders')
      .set({ clientSecret: again })
      .where('id', '=', id)
      .where('clientSecret', '=', clientSecret)
      .execute();
  }
  for (const mailbox of await listMailboxes(db)) {
    const again = renewedMailbox(secrets, mailbox);
    if (again && (await replaceConnections(db, mailbox, again))) renewed += 1;
  }
  renewed += await renewMailGrants(db, secrets);
  renewed += await renewToolHeaders(db, secrets);
  for (const { id, secret, previousSecret, url } of await listApiChannels(db)) {
    const again = {
      secret: renew(secret),
      previousSecret: previousSecret === null ? undefined : renew(previousSecret),
    };
    const isOldAddress = needsEncryption(secrets, url);
    if (isOldAddress) renewed += 1;
    if (!isOldAddress && again.secret === undefined && again.previousSecret === undefined) continue;
    await db
      .updateTable('apiChannels')
      .set({
        secret: again.secret ?? secret,
        previousSecret: again.previousSecret ?? previousSecret,
        ...(isOldAddress && { url: encryptAddress(secrets, decryptAddress(secrets, url)) }),
      })
      .where('id', '=', id)
      .where('secret', '=', secret)
      .where('url', '=', url)
      .execute();
  }
  const webhooks = await db.selectFrom('webhooks').select(['id', 'secret', 'previousSecret']).execute();
  for (const { id, secret, previousSecret } of webhooks) {
    const change = {
      secret: renew(secret),
      previousSecret: previousSecret === null ? undefined : renew(previousSecret),
    };
    if (change.secret === undefined && change.previousSecret === undefined) continue;
    await db
      .updateTable('webhooks')
      .set({ secret: change.secret ?? secret, previousSecret: change.previousSecret ?? previousSecret })
      .where('id', '=', id)
      .where('secret', '=', secret)
      .where('previousSecret', 'is not distinct from', previousSecret)
      .execute();
  }
  return renewed;
}

/** Encrypts the secrets of the settings again. Returns how many there were to renew. */
export async function renewSettings(db: Database, secrets: Secrets): Promise<number> {
  // Locked, so that a secret entered in the meantime isn't overwritten with the previous one.
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

/** Encrypts the addresses of outgoing webhooks again. */
async function renewWebhookAddresses(db: Database, secrets: Secrets): Promise<number> {
  let renewed = 0;
  for (const { id, url } of await db.selectFrom('webhooks').select(['id', 'url']).execute()) {
    if (!needsEncryption(secrets, url)) continue;
    const { numUpdatedRows } = await db
      .updateTable('webhooks')
      .set({ url: encryptAddress(secrets, decryptAddress(secrets, url)) })
      .where('id', '=', id)
      // Skipped if it was changed in the meantime.
      .where('url', '=', url)
      .executeTakeFirst();
    renewed += Number(numUpdatedRows);
  }
  return renewed;
}

/** Encrypts the tokens of mailboxes again. */
async function renewMailGrants(db: Database, secrets: Secrets): Promise<number> {
  let renewed = 0;
  const again = (token: string): string =>
    secrets.needsRotation(token) ? secrets.encrypt(secrets.decrypt(token, tokenPurpose), tokenPurpose) : token;
  const grants = await db.selectFrom('mailGrants').select(['mailboxId', 'refreshToken', 'accessToken']).execute();
  for (const { mailboxId, refreshToken, accessToken } of grants) {
    if (![refreshToken, accessToken].some((token) => secrets.needsRotation(token))) continue;
    await db
      .updateTable('mailGrants')
      .set({ refreshToken: again(refreshToken), accessToken: again(accessToken) })
      .where('mailboxId', '=', mailboxId)
      // Skipped if they were refreshed in the meantime.
      .where('refreshToken', '=', refreshToken)
      .where('accessToken', '=', accessToken)
      .execute();
    renewed += 1;
  }
  return renewed;
}

/** Renews the secret headers of actions and of the servers they come from. */
async function renewToolHeaders(db: Database, secrets: Secrets): Promise<number> {
  let renewed = 0;
  for (const { id, headers } of await db.selectFrom('toolServers').select(['id', 'headers']).execute()) {
    const again = renewedHeaders({ secrets }, headers);
    if (!again) continue;
    renewed += again.length;
    await db
      .updateTable('toolServers')
      .set({ headers: JSON.stringify(again) })
      .where('id', '=', id)
      .execute();
  }
  for (const { id, http } of await db.selectFrom('tools').select(['id', 'http']).execute()) {
    const again = http && renewedHeaders({ secrets }, http.headers);
    if (!again) continue;
    renewed += again.length;
    await db
      .updateTable('tools')
      .set({ http: JSON.stringify({ ...http, headers: again }) })
      .where('id', '=', id)
      // Skipped if they were changed in the meantime.
      .where(sql<boolean>`http = ${JSON.stringify(http)}::jsonb`)
      .execute();
  }
  return renewed + (await renewDraftHeaders(db, secrets));
}

/** Renews the headers of actions in rehearsed changes, which may still be published or reverted. */
async function renewDraftHeaders(db: Database, secrets: Secrets): Promise<number> {
  let renewed = 0;
  const again = (tool: ToolDraft['to']): ToolDraft['to'] => {
    const headers = tool?.http && renewedHeaders({ secrets }, tool.http.headers);
    if (!tool?.http || !headers) return tool;
    renewed += headers.length;
    return { ...tool, http: { ...tool.http, headers } };
  };
  const rehearsals = await db
    .selectFrom('rehearsals')
    .select(['id', 'tools'])
    .where(sql<boolean>`tools <> '[]'`)
    .execute();
  for (const { id, tools } of rehearsals) {
    const before = renewed;
    const drafts = tools.map(({ from, to, ...draft }) => ({ ...draft, from: again(from), to: again(to) }));
    if (renewed === before) continue;
    await db
      .updateTable('rehearsals')
      .set({ tools: JSON.stringify(drafts) })
      .where('id', '=', id)
      .execute();
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
