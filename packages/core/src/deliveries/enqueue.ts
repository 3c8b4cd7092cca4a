/** From a row in `deliveries` to a job: the row is the truth, the job only looks at it. */
import { isDeliveryChannel, queueOf } from '@parley/contracts/channels/list';
import type { Database } from '@parley/db/database';
import { type DeliveryRow, ensureDelivery, type WaitingDelivery } from '@parley/db/deliveries/deliveries';
import type { Context } from '../context.ts';
import type { PlannedDelivery } from './notices.ts';

/** Makes the deliveries, each once per event, channel and target, and adds their jobs. */
export async function deliverAll(context: Context, deliveries: readonly PlannedDelivery[]): Promise<void> {
  const ensureAll = async (db: Database): Promise<DeliveryRow[]> => {
    const rows = [];
    for (const delivery of deliveries) rows.push(await ensureDelivery(db, delivery));
    return rows;
  };
  // The grouping of files depends on their state, so all deliveries are stored together: planning again must find them.
  const isGrouped = deliveries.some(({ payload }) => 'files' in payload);
  const rows = await (isGrouped ? context.db.transaction().execute(ensureAll) : ensureAll(context.db));
  for (const row of rows) {
    if (row.status === 'pending' && row.attempts === 0) await enqueueDelivery(context, row);
  }
}

/**
 * Adds a job for a delivery; adding it twice for the same reason adds one. Jobs for different reasons may meet: of them
 * one claims the row. They can't share an id, for one that has just found another delivery before its own is not added
 * again while it ends.
 */
export async function enqueueDelivery(
  { queues }: Pick<Context, 'queues'>,
  { id: deliveryId, channel, attempts }: WaitingDelivery,
  reason?: `after-${string}` | `decided-${string}` | 'forgotten',
): Promise<void> {
  if (!isDeliveryChannel(channel)) return;
  await queues.add(queueOf[channel], { deliveryId, attempts }, reason ? { jobId: `${deliveryId}-${reason}` } : {});
}
