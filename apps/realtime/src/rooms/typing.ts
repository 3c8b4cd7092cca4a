/** Typing in a conversation, and its end. */
import type { ClientFrameOf } from '@parley/contracts/frames';
import { publishTyping } from '@parley/core/conversations/typing';
import type { Gateway } from '../gateway.ts';
import type { Connection } from '../sockets/connection.ts';

/** Tells the others in the conversation. Dropped silently outside a joined conversation, and from blocked contacts. */
export async function typing(
  gateway: Gateway,
  connection: Connection,
  { conversationId, isTyping }: ClientFrameOf<'typing'>,
): Promise<void> {
  if (!connection.rooms.has(conversationId) || connection.isBlocked) return;
  const change = { conversationId, isTyping };
  const isPublished = await publishTyping(gateway.context, connection.caller, change, { exceptSocket: connection.id });
  if (isPublished) gateway.presence.setDrafting(connection, conversationId, isTyping);
}
