/** The audit log as it grows, to the webhooks that ask for it. */
import { localize } from '@parley/contracts/i18n/server-texts';
import { toAuditEntry } from '@parley/db/audit/audit-log';
import type { ChainedRow } from '@parley/db/audit/chain';
import { type DeliveryRow, ensureDelivery } from '@parley/db/deliveries/deliveries';
import { activeWebhooks } from './active.ts';
import type { Context } from '../../context.ts';
import { enqueueDelivery } from '../../deliveries/enqueue.ts';
import { type PlannedDelivery, summaryOf } from '../../deliveries/notices.ts';
import { chainAuditLog } from '../../audit/chain.ts';
import { noteHead } from '../../audit/note-head.ts';

/**
 * Chains new entries, and plans their deliveries in the same transaction: an entry is sent once, however often a worker
 * is killed. Each contains its number and hash, so that receivers can check the chain and find gaps. A webhook gets the
 * entries since it was added. The newest entry is noted outside the database. Returns the number of entries.
 */
export async function sendAuditEntries(context: Context): Promise<number> {
  const listening = (await activeWebhooks(context)).filter(({ events }) => events.includes('audit.entry'));
  const planned: DeliveryRow[] = [];
  const chained = await chainAuditLog(context, async (db, entries) => {
    for (const { id: target, createdAt } of listening) {
      for (const entry of entries) {
        if (entry.at < new Date(createdAt)) continue;
        planned.push(await ensureDelivery(db, deliveryOf(entry, target)));
      }
    }
  });
  for (const delivery of planned) await enqueueDelivery(context, delivery);
  await noteHead(context, { isLogged: chained > 0 });
  return chained;
}

const deliveryOf = (entry: ChainedRow, target: string): PlannedDelivery => ({
  channel: 'webhook',
  eventId: entry.id,
  target,
  ...summaryOf(localize('audit_entry')),
  conversationId: null,
  payload: {
    kind: 'webhook',
    body: {
      type: 'audit.entry',
      timestamp: entry.at.toISOString(),
      data: { entry: { ...toAuditEntry(entry), no: entry.chainNo, hash: entry.hash } },
    },
    conversationId: null,
  },
});
