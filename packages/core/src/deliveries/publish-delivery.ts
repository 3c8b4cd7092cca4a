/** Notifies the team of successful and failed deliveries. */
import { findConversation } from '@parley/db/conversations/read';
import { findConversationScopes } from '@parley/db/conversations/scopes';
import { refreshMailState } from '@parley/db/mail/bounces';
import { readUnreadByUser } from '@parley/db/reads/unread';
import type { Context } from '../context.ts';
import { publishChange } from '../live/publish-change.ts';

/**
 * Publishes a delivery to users who may see the log, and one about a conversation to those who may see that. A
 * conversation shows the state of its newest mail from then on.
 */
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
  if (channel !== 'email' || conversationId === null) return;
  await publishChange(context, { frame: { type: 'sent_mails_updated', conversationId }, ...about });
  if (await refreshMailState(context.db, conversationId)) await publishInList(context, conversationId);
}

/** Publishes a conversation to the lists, which filters by its mails may bring it into. */
async function publishInList(
  context: Pick<Context, 'db' | 'publisher' | 'log'>,
  conversationId: string,
): Promise<void> {
  const [conversation, unread] = await Promise.all([
    findConversation(context.db, conversationId),
    readUnreadByUser(context.db, conversationId),
  ]);
  if (conversation && unread)
    await publishChange(context, { frame: { type: 'conversation_updated', conversation, unread } });
}
