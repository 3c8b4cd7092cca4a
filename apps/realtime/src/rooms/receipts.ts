/** Messages have arrived at, or were read by, one side of a conversation. */
import type { ClientFrameOf } from '@parley/contracts/frames';
import { Problem } from '@parley/contracts/problems';
import { markDelivered, markRead } from '@parley/core/conversations/receipts';
import type { Gateway } from '../gateway.ts';
import type { Connection } from '../sockets/connection.ts';

/** @throws Problem `forbidden` outside a joined conversation */
export async function receipt(
  { context }: Gateway,
  connection: Connection,
  { type, conversationId, seq }: ClientFrameOf<'read' | 'delivered'>,
): Promise<void> {
  if (!connection.rooms.has(conversationId)) throw new Problem('forbidden', 'Join the conversation first.');
  const side = connection.caller.kind === 'staff' ? 'staff' : 'customer';
  const mark = type === 'read' ? markRead : markDelivered;
  await mark(context, conversationId, side, seq);
}
