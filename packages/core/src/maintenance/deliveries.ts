/** Cleans up after receivers that no longer answer. */
import { insertAuditEntry } from '@parley/db/audit/audit-log';
import { disableFailingWebhooks } from '@parley/db/maintenance/webhooks';
import type { Context } from '../context.ts';
import { publishDelivery } from '../deliveries/publish-delivery.ts';
import { hostOf, openAddress } from '../encrypted-address.ts';

/** Switches off webhooks that have refused everything for a day, and notes it where administrators see it. */
export async function switchOffFailingWebhooks(context: Context): Promise<number> {
  const disabled = await disableFailingWebhooks(context.db);
  for (const { id, url } of disabled) {
    await insertAuditEntry(context.db, {
      actorId: null,
      actorName: null,
      action: 'webhook.disabled',
      subject: { type: 'webhook', id },
      details: { host: hostOf(openAddress(context.secrets, url)), reason: 'Every delivery has failed for a day.' },
    });
    await publishDelivery(context, { channel: 'webhook' });
  }
  return disabled.length;
}
