/** Dispatches the events that a killed process or an outage of Redis left in the outbox. */
import type { OutboxEvent } from '@parley/contracts/events';
import { findShown } from '@parley/db/conversations/read';
import { claimOutboxEvents } from '@parley/db/outbox/claim';
import { deleteOutboxEvents } from '@parley/db/outbox/delete';
import type { Context } from '../context.ts';
import { dispatchOrThrow } from './dispatch.ts';

/** Younger events belong to the process that has just committed them. */
const graceSeconds = 2;
const batchSize = 200;

/**
 * Sweeps until the outbox contains nothing older than the grace time, and returns the number of dispatched events.
 * Several processes may sweep at once: rows are claimed with SKIP LOCKED, and job ids make a second dispatch harmless.
 */
export async function sweepOutbox(context: Context): Promise<number> {
  let swept = 0;
  for (;;) {
    const count = await context.db.transaction().execute(async (transaction) => {
      const events = await claimOutboxEvents(transaction, { olderThanSeconds: graceSeconds, limit: batchSize });
      for (const stored of events) await sweepEvent({ ...context, db: transaction }, stored);
      const ids = events.map(({ id }) => id);
      await deleteOutboxEvents(transaction, ids);
      return events.length;
    });
    swept += count;
    if (count < batchSize) return swept;
  }
}

/** Dispatches one event. A new message of a conversation that is kept out of lists is not announced in them. */
async function sweepEvent(context: Context, stored: OutboxEvent): Promise<void> {
  if (stored.event.type !== 'message.posted') return dispatchOrThrow(context, stored);
  const conversation = await findShown(context.db, stored.event.conversationId);
  return dispatchOrThrow(context, stored, conversation ? undefined : { hidden: true });
}
