/** Restores work that a lost queue forgot, and cleans up after deleted receivers. */
import { outsideChannels } from '@parley/contracts/channels/list';
import { insertAuditEntry } from '@parley/db/audit/audit-log';
import { hasForgottenInboundEvents } from '@parley/db/channels/inbound';
import { dueDeliveries } from '@parley/db/deliveries/deliveries';
import { unprocessedMailIds } from '@parley/db/mail/inbound';
import { disableFailingWebhooks } from '@parley/db/maintenance/webhooks';
import { queueUnderstanding } from '../channels/customers/keep-events.ts';
import { deliveringOf } from '../channels/channels.ts';
import type { Context } from '../context.ts';
import { enqueueDelivery } from '../deliveries/enqueue.ts';
import { tellOfDelivery } from '../deliveries/tell.ts';
import { hostOf, openAddress } from '../sealed-address.ts';
import { queueInboundMail } from '../mail/receive.ts';

/** Younger work belongs to the job that was added with it. */
const forgottenAfterSeconds = 60;
const batchSize = 500;

/**
 * Adds jobs again for deliveries, mails and events of channels without progress: Redis may have lost them, but the
 * database contains the work and its time. Returns the number of jobs.
 */
export async function requeueForgotten(context: Context): Promise<number> {
  const olderThan = new Date(Date.now() - forgottenAfterSeconds * 1000);
  const inOrder = outsideChannels.map(({ id }) => id).filter((id) => deliveringOf(id).inOrder);
  const deliveries = await dueDeliveries(context.db, { olderThan, inOrder, limit: batchSize });
  for (const delivery of deliveries) await enqueueDelivery(context, delivery, 'forgotten');
  const mails = await unprocessedMailIds(context.db, forgottenAfterSeconds, batchSize);
  for (const id of mails) await queueInboundMail(context, id);
  const isForgotten = await hasForgottenInboundEvents(context.db, forgottenAfterSeconds);
  if (isForgotten) await queueUnderstanding(context);
  return deliveries.length + mails.length + Number(isForgotten);
}

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
    await tellOfDelivery(context, { channel: 'webhook' });
  }
  return disabled.length;
}
