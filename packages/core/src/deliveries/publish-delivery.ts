/** Notifies the team of successful and failed deliveries. */
import { findConversationScopes } from '@parley/db/conversations/scopes';
import type { Context } from '../context.ts';
import { publishChange } from '../live/publish-change.ts';

/** Publishes a delivery to users who may see the log, and one about a conversation to those who may see that. */
export async function publishDelivery(
  context: Pick<Context, 'db' | 'publisher' | 'log'>,
  { channel, conversationId = null }: { channel: string; conversationId?: string | null | undefined },
): Promise<void> {
  const scope =
    conversationId === null
      ? undefined
      : (await findConversationScopes(context.db, [conversationId])).get(conversationId);
  const about = scope && { about: { scope } };
  await publishChange(context, { frame: { type: 'delivery_updated', channel }, ...about });
  if (channel === 'email' && conversationId !== null)
    await publishChange(context, { frame: { type: 'sent_mails_updated', conversationId }, ...about });
}
