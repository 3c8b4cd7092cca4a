/** Tells the team that something was delivered, or was not. */
import { findPlaces } from '@parley/db/conversations/places';
import type { Context } from '../context.ts';
import { publishChange } from '../events/publish-change.ts';

/** To who keeps the log of deliveries, and of a conversation's to who may see that one. */
export async function tellOfDelivery(
  context: Pick<Context, 'db' | 'publisher' | 'log'>,
  { channel, conversationId = null }: { channel: string; conversationId?: string | null | undefined },
): Promise<void> {
  const place =
    conversationId === null ? undefined : (await findPlaces(context.db, [conversationId])).get(conversationId);
  await publishChange(context, { frame: { type: 'delivery_updated', channel }, ...(place && { about: { place } }) });
}
