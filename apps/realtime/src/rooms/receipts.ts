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
  const { caller } = connection;
  const reader =
    caller.kind === 'staff' ? ({ side: 'staff', userId: caller.user.id } as const) : ({ side: 'customer' } as const);
  if (type === 'read') await markRead(context, conversationId, reader, seq);
  else await markDelivered(context, conversationId, reader.side, seq);
}
