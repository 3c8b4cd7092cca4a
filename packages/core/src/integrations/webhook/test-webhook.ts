/** Tests an outgoing webhook: posts a real signed event, and returns the outcome. */
import { randomUUID } from 'node:crypto';
import type { WebhookTest } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { findWebhook } from '@parley/db/webhooks/webhooks';
import type { StaffCaller } from '../../callers.ts';
import { recordAudit } from '../../audit/record.ts';
import { asCallFailed, quote, secretsOf } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { postSigned, webhookAddress } from '../../external/signed-post.ts';
import { refuseWithout } from '../../permissions/permissions.ts';

/**
 * Posts a `webhook.test` event, whether the webhook is switched on or not. A receiver that refuses is a result, not a
 * failure of this call.
 *
 * @throws Problem `not_found`
 */
export async function testWebhook(context: ExternalContext, caller: StaffCaller, id: string): Promise<WebhookTest> {
  await refuseWithout(context, caller, 'webhooks.manage');
  const webhook = await findWebhook(context.db, id);
  if (!webhook) throw new Problem('not_found', localize('no_such_webhook'));
  await recordAudit(context, caller, { action: 'webhook.tested', subject: { type: 'webhook', id } });
  const event = { type: 'webhook.test', timestamp: new Date().toISOString(), data: { webhookId: id } };
  const started = performance.now();
  const result = async (): Promise<Omit<WebhookTest, 'milliseconds'>> => {
    try {
      const secrets = secretsOf(webhookAddress(context, webhook));
      const { status, text } = await postSigned(context, webhook, { id: randomUUID(), body: JSON.stringify(event) });
      return { success: status >= 200 && status < 300, responseStatus: status, message: quote(text, secrets) };
    } catch (error) {
      const { message, localized } = asCallFailed(error);
      return { success: false, responseStatus: null, message, ...(localized && { localized }) };
    }
  };
  const outcome = await result();
  return { ...outcome, milliseconds: Math.round(performance.now() - started) };
}
