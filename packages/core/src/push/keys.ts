/** The installation's own key pair, by which push services know it (VAPID, RFC 8292): no vendor stands in between. */
import { insertPushKeys, readPushKeys } from '@parley/db/users/push-devices';
import type { ExternalContext } from '../external/services.ts';

export const pushKeyPurpose = 'push key';

export interface PushKeyPair {
  publicKey: string;
  privateKey: string;
}

type KeyContext = Pick<ExternalContext, 'db' | 'secrets' | 'external'>;

/** Returns the pair of the environment, or the installation's own, which is made at the first call. */
export async function pushKeys({ db, secrets, external }: KeyContext): Promise<PushKeyPair> {
  if (external.push.keys) return external.push.keys;
  let stored = await readPushKeys(db);
  if (!stored) {
    const { default: webPush } = await import('web-push');
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    await insertPushKeys(db, { publicKey, privateKey: secrets.encrypt(privateKey, pushKeyPurpose) });
    // Another process may have been first.
    stored = await readPushKeys(db);
  }
  if (!stored) throw new Error('The push keys are missing.');
  return { publicKey: stored.publicKey, privateKey: secrets.decrypt(stored.privateKey, pushKeyPurpose) };
}
