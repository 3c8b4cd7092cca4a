/** Somebody in a conversation writes, or stops. */
import type { ClientFrameOf } from '@parley/contracts/frames';
import { broadcastToConversation } from '@parley/core/live/broadcast';
import { can } from '@parley/core/permissions/permissions';
import type { Gateway } from '../gateway.ts';
import type { Connection } from '../sockets/connection.ts';

/** Tells the others in the conversation. Outside a joined one, and of somebody who is blocked, it is dropped silently. */
export async function typing(
  gateway: Gateway,
  connection: Connection,
  { conversationId, isTyping }: ClientFrameOf<'typing'>,
): Promise<void> {
  if (!connection.rooms.has(conversationId) || connection.isBlocked) return;
  const { caller } = connection;
  // Whoever cannot write is not about to.
  if (caller.kind === 'staff' && !(await can(gateway.context, caller, 'conversations.reply'))) return;
  const sender =
    caller.kind === 'staff'
      ? ({ senderType: 'representative', senderId: caller.user.id, senderName: caller.user.name } as const)
      : ({ senderType: 'customer', senderId: caller.visitorId, senderName: null } as const);
  gateway.presence.setDrafting(connection, conversationId, isTyping);
  const frame = { type: 'typing', conversationId, ...sender, isTyping } as const;
  await broadcastToConversation(gateway.context, conversationId, frame, { exceptSocket: connection.id });
}
