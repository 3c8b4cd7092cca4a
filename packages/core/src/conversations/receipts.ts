/** How far each side has received and read. Told to the other side; nothing is stored per message. */
import type { Side } from '@parley/contracts/frames';
import { markDelivered as markDeliveredInDb, markRead as markReadInDb } from '@parley/db/conversations/cursors';
import { findConversation } from '@parley/db/conversations/read';
import type { Context } from '../context.ts';
import { broadcastToConversation, broadcastToInbox } from '../events/broadcast.ts';

/** Everything up to `seq` has been read by `side`. Going backwards changes nothing. */
export async function markRead(context: Context, conversationId: string, side: Side, seq: number): Promise<void> {
  const cursors = await markReadInDb(context.db, conversationId, side, seq);
  if (!cursors) return;
  const reached = side === 'customer' ? cursors.customerReadSeq : cursors.staffReadSeq;
  const told = broadcastToConversation(context, conversationId, {
    type: 'read',
    conversationId,
    reader: side,
    seq: reached,
  });
  if (side === 'staff') {
    const conversation = await findConversation(context.db, conversationId);
    if (conversation) await broadcastToInbox(context, { type: 'conversation_updated', conversation });
  }
  await told;
}

/** Everything up to `seq` has arrived at `side`. Going backwards changes nothing. */
export async function markDelivered(context: Context, conversationId: string, side: Side, seq: number): Promise<void> {
  const cursors = await markDeliveredInDb(context.db, conversationId, side, seq);
  if (!cursors) return;
  const reached = side === 'customer' ? cursors.customerDeliveredSeq : cursors.staffDeliveredSeq;
  await broadcastToConversation(context, conversationId, {
    type: 'delivered',
    conversationId,
    receiver: side,
    seq: reached,
  });
}
