/** Checks the subscription of a browser before anything is stored or sent. */
import { ECDH } from 'node:crypto';
import { localize } from '@parley/contracts/i18n/server-texts';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { OutboundError } from '@parley/service/outbound-errors';
import { assertPublicHost } from '@parley/service/public-address';
import type { ExternalContext } from '../external/services.ts';
import { pushKeys } from './keys.ts';

export interface GivenSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  publicKey: string;
}

/** @throws Problem `invalid` for an address or key that can't be used */
export async function refuseSubscription(
  context: ExternalContext,
  { endpoint, keys, publicKey }: GivenSubscription,
): Promise<void> {
  await refuseAddress(context, endpoint);
  refuseKeys(keys);
  if (publicKey !== (await pushKeys(context)).publicKey)
    throw fieldProblem('invalid', 'publicKey', localize('device_key_outdated'));
}

/** @throws Problem `invalid` for what is no https address, or leads into a private network */
async function refuseAddress({ external }: Pick<ExternalContext, 'external'>, endpoint: string): Promise<void> {
  const refusal = fieldProblem('invalid', 'endpoint', localize('device_address_refused'));
  const url = URL.parse(endpoint);
  const schemes = external.addresses.allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (!url || !schemes.includes(url.protocol) || url.username || url.password) throw refusal;
  try {
    await assertPublicHost(url.hostname, external.addresses);
  } catch (error) {
    if (error instanceof OutboundError) throw refusal;
    throw error;
  }
}

const authBytes = 16;

/** @throws Problem `invalid` for keys that nothing can be encrypted with */
function refuseKeys({ p256dh, auth }: GivenSubscription['keys']): void {
  const refusal = (field: string): Problem => fieldProblem('invalid', `keys.${field}`, localize('device_key_invalid'));
  try {
    // Fails for what is no point of the curve.
    const point = ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1', undefined, undefined, 'uncompressed');
    if (!Buffer.from(p256dh, 'base64url').equals(Buffer.from(point))) throw refusal('p256dh');
  } catch (error) {
    throw error instanceof Problem ? error : refusal('p256dh');
  }
  if (Buffer.from(auth, 'base64url').length !== authBytes) throw refusal('auth');
}
