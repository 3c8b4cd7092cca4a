/** Tracks how far each side has received and read. The other side gets a frame; nothing is stored per message. */
import type { Conversation } from '@parley/contracts/entities';
import type { Side } from '@parley/contracts/frames/frame';
import { markDelivered as markDeliveredInDb, markRead as markReadInDb } from '@parley/db/conversations/cursors';
import { findConversation } from '@parley/db/conversations/read';
import { markReadBy } from '@parley/db/reads/mark';
import { readUnreadByUser } from '@parley/db/reads/unread';
import type { Context } from '../context.ts';
import { broadcastToConversation } from '../live/broadcast.ts';
import { publishChange } from '../live/publish-change.ts';
import { readByUser } from '../notifications/own.ts';
import { placeOfSeq, publishContinuedReceipt } from '../events/continued.ts';

/** Customer or user. */
export type Reader = { side: 'customer' } | { side: 'staff'; userId: string };

/**
 * Everything up to `seq` has been read by the reader's side, and of the team by this one. Going backwards changes
 * nothing.
 */
export async function markRead(context: Context, conversationId: string, reader: Reader, seq: number): Promise<void> {
  const { side } = reader;
  // Written in sequence: posting a message at the same time locks the conversation first, then its author's read
  // position.
  const cursors = await markReadInDb(context.db, conversationId, side, seq);
  if (reader.side === 'staff') await readByUser(context, reader.userId, { conversationId });
  const isNews = reader.side === 'staff' && (await markReadBy(context.db, conversationId, reader.userId, seq));
  const on =
    side === 'customer' && (cursors?.customerReadSeq ?? 0) < seq && (await placeOfSeq(context, conversationId, seq));
  if (on) await markRead(context, on.conversationId, reader, on.seq);
  await Promise.all([
    cursors &&
      broadcastToConversation(context, conversationId, {
        type: 'read',
        conversationId,
        reader: side,
        seq: side === 'customer' ? cursors.customerReadSeq : cursors.staffReadSeq,
      }),
    side === 'staff' && (cursors || isNews)
      ? publishUnread(context, conversationId).then(
          (conversation) =>
            conversation && cursors && publishContinuedReceipt(context, conversation, cursors.staffReadSeq),
        )
      : undefined,
  ]);
}

/** Publishes a conversation's unread messages by user, and returns the conversation. */
export async function publishUnread(context: Context, conversationId: string): Promise<Conversation | undefined> {
  const [conversation, unread] = await Promise.all([
    findConversation(context.db, conversationId),
    readUnreadByUser(context.db, conversationId),
  ]);
  if (conversation && unread)
    await publishChange(context, { frame: { type: 'conversation_updated', conversation, unread } });
  return conversation;
}

/** Everything up to `seq` has arrived at `side`. Going backwards changes nothing. */
export async function markDelivered(context: Context, conversationId: string, side: Side, seq: number): Promise<void> {
  const cursors = await markDeliveredInDb(context.db, conversationId, side, seq);
  const on =
    side === 'customer' &&
    (cursors?.customerDeliveredSeq ?? 0) < seq &&
    (await placeOfSeq(context, conversationId, seq));
  if (on) await markDelivered(context, on.conversationId, side, on.seq);
  if (!cursors) return;
  const reached = side === 'customer' ? cursors.customerDeliveredSeq : cursors.staffDeliveredSeq;
  await broadcastToConversation(context, conversationId, {
    type: 'delivered',
    conversationId,
    receiver: side,
    seq: reached,
  });
}
