/** Joining and leaving a conversation. */
import type { ClientFrameOf } from '@parley/contracts/frames';
import { Problem } from '@parley/contracts/problems';
import { assertMayStay } from '@parley/core/conversations/join';
import type { Gateway } from '../gateway.ts';
import type { Connection } from '../sockets/connection.ts';

/**
 * Lets a socket into a conversation it may see. The node listens first and reads afterwards, and what is published in
 * between waits: nothing falls into the gap between what was read and what is heard.
 *
 * @throws Problem `not_found`, `unavailable`
 */
export async function join(
  gateway: Gateway,
  connection: Connection,
  { conversationId, afterSeq, afterEdit }: ClientFrameOf<'join_conversation'>,
): Promise<void> {
  const { rooms } = gateway;
  const room = rooms.open(conversationId);
  // A client that has joined already, and only catches up, keeps receiving; it sorts what it receives.
  const joining = connection.rooms.has(conversationId) ? undefined : room.beginJoin(connection);
  try {
    await rooms.untilSubscribed(room);
    const joined = await gateway.askToJoin({ caller: connection.caller, conversationId, afterSeq, afterEdit });
    if (joined instanceof Problem) throw joined;
    if (joined.conversation) connection.isBlocked = joined.conversation.isBlocked ?? false;
    connection.send({ type: 'joined', conversationId, ...joined });
    if (!joining || !connection.isOpen) return;
    room.completeJoin(joining);
    connection.rooms.add(conversationId);
    // If it was assigned to another user in between, it was not in its rooms yet.
    if (!connection.seesAll) {
      await assertMayStay(gateway.context, connection.caller, conversationId).catch((problem: unknown) => {
        leave(gateway, connection, conversationId);
        throw problem;
      });
    }
  } finally {
    if (joining) room.cancelJoin(joining);
    rooms.closeIfEmpty(conversationId);
  }
  gateway.presence.joined(connection, conversationId);
}

export function leave(gateway: Gateway, connection: Connection, conversationId: string): void {
  if (!connection.rooms.delete(conversationId)) return;
  gateway.rooms.leave(conversationId, connection);
  gateway.presence.left(connection, conversationId);
}
