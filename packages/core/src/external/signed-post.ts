/** Signed calls to addresses that admins have entered: of webhooks, their test button, and API channels. */
import { localize } from '@parley/contracts/i18n/server-texts';
import type { OutboundResponse } from '@parley/service/outbound';
import { CallFailed, wordsOnly } from './answer.ts';
import type { ExternalContext } from './services.ts';
import { webhookHeaders } from './webhook-signature.ts';
import { openAddress } from '../encrypted-address.ts';

/** Receiver of signed calls, its address and secrets encrypted; `previousSecret` while it still signs. */
export interface SignedReceiver {
  url: string;
  secret: string;
  previousSecret: string | null;
}

/** Returns a receiver's address. @throws CallFailed if it can't be decrypted any more */
export function webhookAddress(
  { secrets }: Pick<ExternalContext, 'secrets'>,
  webhook: Pick<SignedReceiver, 'url'>,
): string {
  const address = openAddress(secrets, webhook.url);
  if (address !== '') return address;
  throw new CallFailed(localize('webhook_unreadable'), { transient: false });
}

/**
 * Posts a signed body, with the secret before as well while that still signs. `id` is the same for every attempt.
 * @throws CallFailed, OutboundError
 */
export async function postSigned(
  { external, secrets }: Pick<ExternalContext, 'external' | 'secrets'>,
  webhook: SignedReceiver,
  { id, body }: { id: string; body: string },
): Promise<OutboundResponse> {
  const signing = [webhook.secret, ...(webhook.previousSecret === null ? [] : [webhook.previousSecret])];
  const headers = webhookHeaders(
    signing.map((secret) => secrets.decrypt(secret)),
    { id, at: new Date(), body },
  );
  return external.outbound.request(webhookAddress({ secrets }, webhook), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    timeoutMs: 15_000,
    ...wordsOnly,
  });
}
