/** Shows the others in a conversation that someone is writing. */
import { broadcastToConversation } from '../live/broadcast.ts';
import type { Caller } from '../callers.ts';
import type { Context } from '../context.ts';
import { can } from '../permissions/permissions.ts';

/** Tells the others. Returns false, and tells nobody, for staff without the right to reply. */
export async function publishTyping(
  context: Pick<Context, 'db' | 'settings' | 'publisher'>,
  caller: Caller,
  { conversationId, isTyping }: { conversationId: string; isTyping: boolean },
  { exceptSocket }: { exceptSocket: string },
): Promise<boolean> {
  if (caller.kind === 'staff' && !(await can(context, caller, 'conversations.reply'))) return false;
  const sender =
    caller.kind === 'staff'
      ? ({ senderType: 'representative', senderId: caller.user.id, senderName: caller.user.name } as const)
      : ({ senderType: 'customer', senderId: caller.visitorId, senderName: null } as const);
  const frame = { type: 'typing', conversationId, ...sender, isTyping } as const;
  await broadcastToConversation(context, conversationId, frame, { exceptSocket });
  return true;
}
