/** Somebody in a conversation writes, or stops. */
import type { ClientFrameOf } from '@parley/contracts/frames';
import { publishTyping } from '@parley/core/conversations/typing';
import type { Gateway } from '../gateway.ts';
import type { Connection } from '../sockets/connection.ts';

/** Tells the others in the conversation. Outside a joined one, and of somebody who is blocked, it is dropped silently. */
export async function typing(
  gateway: Gateway,
  connection: Connection,
  { conversationId, isTyping }: ClientFrameOf<'typing'>,
): Promise<void> {
  if (!connection.rooms.has(conversationId) || connection.isBlocked) return;
  const told = { conversationId, isTyping };
  const isTold = await publishTyping(gateway.context, connection.caller, told, { exceptSocket: connection.id });
  if (isTold) gateway.presence.setDrafting(connection, conversationId, isTyping);
}
