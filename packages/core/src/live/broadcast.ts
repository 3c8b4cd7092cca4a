/** Frames on their way to the sockets, by the channel they are sent to. */
import type { ServerFrame } from '@parley/contracts/frames';
import { type Broadcast, liveChannels, packBroadcast } from '@parley/contracts/live';
import type { Publisher } from '../context.ts';

type Publishing = { publisher: Publisher };

/** Sends a frame to all clients that have joined the conversation. */
export function broadcastToConversation(
  context: Publishing,
  conversationId: string,
  frame: ServerFrame,
  options: Omit<Broadcast, 'frame' | 'audience'> & { audience?: Broadcast['audience'] } = {},
): Promise<void> {
  const broadcast: Broadcast = { audience: 'everyone', ...options, frame };
  return context.publisher.publish(liveChannels.conversation(conversationId), packBroadcast(broadcast));
}

/** Scope of a conversation that a frame is about without containing it. */
export type About = Pick<Broadcast, 'scope' | 'formerRepresentativeId' | 'formerTeamId'>;

/** Sends a frame to every device of a user; one about a conversation only if they may see it. */
export function broadcastToUser(
  context: Publishing,
  userId: string,
  frame: ServerFrame,
  about: About = {},
): Promise<void> {
  const broadcast: Broadcast = { audience: 'person', userId, frame, ...about };
  return context.publisher.publish(liveChannels.inbox, packBroadcast(broadcast));
}

/** Sends a frame to every signed-in representative; one about a conversation only to those who may see it. */
export function broadcastToInbox(context: Publishing, frame: ServerFrame, about: About = {}): Promise<void> {
  const broadcast: Broadcast = { audience: 'staff', frame, ...about };
  return context.publisher.publish(liveChannels.inbox, packBroadcast(broadcast));
}
