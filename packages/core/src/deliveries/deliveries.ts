/** The log of calls to the outside, its retry button, and replaying a webhook. */
import { repeatableChannels } from '@parley/contracts/channels/integrations';
import { isDeliveryChannel } from '@parley/contracts/channels/list';
import type { Delivery } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import * as deliveries from '@parley/db/deliveries/deliveries';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import { enqueueDelivery } from './enqueue.ts';
import { publishDelivery } from './publish-delivery.ts';
import { refuseWithout } from '../permissions/permissions.ts';

export interface DeliveriesQuery {
  channel?: Delivery['channel'] | undefined;
  webhookId?: string | undefined;
  status?: Delivery['status'] | undefined;
  limit: number;
  before?: string | undefined;
}

/** Newest first. */
export async function listDeliveries(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  { webhookId, ...query }: DeliveriesQuery,
): Promise<Delivery[]> {
  await refuseWithout(context, caller, 'deliveries.manage');
  return deliveries.listDeliveries(context.db, { ...query, target: webhookId });
}

/**
 * Tries a failed or dead delivery again at once. Of the delivered ones only webhooks can be replayed: a second mail or
 * card would be a mistake, a repeated webhook carries the same id.
 *
 * @throws Problem `not_found`, `conflict`
 */
export async function retryDelivery(context: Context, caller: StaffCaller, id: string): Promise<Delivery> {
  await refuseWithout(context, caller, 'deliveries.manage');
  const present = await deliveries.findDelivery(context.db, id);
  if (!present) throw new Problem('not_found', localize('no_such_delivery'));
  if (present.status === 'delivered' && !repeatableChannels.includes(present.channel)) {
    throw new Problem('conflict', localize('delivered_already'));
  }
  // A tool call can be requested again in the conversation; repeating a write here would lack the customer's consent.
  if (!isDeliveryChannel(present.channel)) throw new Problem('conflict', localize('call_not_repeated'));
  const delivery = await deliveries.resetDelivery(context.db, id);
  // A second attempt beside the one under way would send it twice.
  if (!delivery) throw new Problem('conflict', localize('being_delivered'));
  await enqueueDelivery(context, delivery);
  await recordAudit(context, caller, { action: 'delivery.retried', subject: { type: 'delivery', id } });
  await publishDelivery(context, present);
  return delivery;
}
