import type { DomainEvent, OutboxEvent } from '@parley/contracts/events';
import type { Transaction } from '../database.ts';

/** Puts an event that no change of a conversation makes into the outbox; it is dispatched after the commit. */
export async function insertEvent(transaction: Transaction, event: DomainEvent): Promise<OutboxEvent> {
  const { id } = await transaction
    .insertInto('outbox')
    .values({ type: event.type, conversationId: event.conversationId, payload: JSON.stringify(event) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, event };
}
