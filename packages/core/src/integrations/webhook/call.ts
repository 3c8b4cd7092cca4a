/** The call of an outgoing webhook, for deliveries and for the test button. */
import { localize } from '@parley/contracts/i18n/server-texts';
import type { WebhookTarget } from '@parley/db/webhooks/webhooks';
import type { OutboundResponse } from '@parley/service/outbound';
import { CallFailed, wordsOnly } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { webhookHeaders } from './signature.ts';
import { openAddress } from '../../encrypted-address.ts';

/** Returns a webhook's address. @throws CallFailed if it can't be decrypted any more */
export function webhookAddress({ secrets }: Pick<ExternalContext, 'secrets'>, webhook: WebhookTarget): string {
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
  webhook: WebhookTarget,
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
