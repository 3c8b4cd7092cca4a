/** Frames on their way to the sockets, by the channel they are sent to. */
import type { ServerFrame } from '@parley/contracts/frames';
import { type Broadcast, liveChannels, packBroadcast } from '@parley/contracts/live';
import type { Context } from '../context.ts';

type Publishing = Pick<Context, 'publisher'>;

/** To those who have joined the conversation. */
export function broadcastToConversation(
  context: Publishing,
  conversationId: string,
  frame: ServerFrame,
  options: Omit<Broadcast, 'frame' | 'audience'> & { audience?: Broadcast['audience'] } = {},
): Promise<void> {
  const broadcast: Broadcast = { audience: 'everyone', ...options, frame };
  return context.publisher.publish(liveChannels.conversation(conversationId), packBroadcast(broadcast));
}

/** Where a conversation is that a frame is about without holding it. */
export type About = Pick<Broadcast, 'place' | 'formerRepresentativeId' | 'formerTeamId'>;

/** To every device of one of the team; what is about a conversation, if they may see that. */
export function broadcastToPerson(
  context: Publishing,
  userId: string,
  frame: ServerFrame,
  about: About = {},
): Promise<void> {
  const broadcast: Broadcast = { audience: 'person', userId, frame, ...about };
  return context.publisher.publish(liveChannels.inbox, packBroadcast(broadcast));
}

/** To every signed-in representative; what is about a conversation, to those who may see that. */
export function broadcastToInbox(context: Publishing, frame: ServerFrame, about: About = {}): Promise<void> {
  const broadcast: Broadcast = { audience: 'staff', frame, ...about };
  return context.publisher.publish(liveChannels.inbox, packBroadcast(broadcast));
}
