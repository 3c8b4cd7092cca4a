/** A page reports events of its visitor. */
import { Problem } from '@parley/contracts/problems';
import type { TrackedEventInput } from '@parley/contracts/visitors/tracked-events';
import { currentConversationId } from '@parley/db/conversations/find-or-create';
import { contactOf, isBlocked } from '@parley/db/visitors/contacts';
import { storeTrackedEvents } from '@parley/db/visitors/tracked-events';
import type { VisitorCaller } from '../callers.ts';
import { announceContact } from '../contacts/contacts.ts';
import type { Context } from '../context.ts';

/**
 * Stores events that the page tracked, each once; those of a blocked contact are dropped.
 *
 * @throws Problem `conflict` before the visitor has written: until then nothing is stored about them
 */
export async function trackEvents(
  context: Context,
  { visitorId }: VisitorCaller,
  events: readonly TrackedEventInput[],
): Promise<void> {
  const [conversationId, contactId, isOfBlocked] = await Promise.all([
    currentConversationId(context.db, visitorId),
    contactOf(context.db, visitorId),
    isBlocked(context.db, visitorId),
  ]);
  if (isOfBlocked) return;
  if (conversationId === undefined) throw new Problem('conflict', 'There is no conversation yet.');
  const isNew = await storeTrackedEvents(context.db, visitorId, events);
  if (isNew && contactId !== undefined) await announceContact(context, contactId);
}
