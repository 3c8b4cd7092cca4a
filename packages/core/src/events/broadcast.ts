/** Frames on their way to the sockets, by the channel they are sent to. */
import type { ServerFrame } from '@parley/contracts/frames';
import { type Broadcast, liveChannels, packBroadcast } from '@parley/contracts/live';
import type { Context } from '../context.ts';

type Publishing = Pick<Context, 'publisher'>;

/** To those who have joined the conversation. */
export async function broadcastToConversation(
  context: Publishing,
  conversationId: string,
  frame: ServerFrame,
  options: Omit<Broadcast, 'frame' | 'audience'> & { audience?: Broadcast['audience'] } = {},
): Promise<void> {
  const broadcast: Broadcast = { audience: 'everyone', ...options, frame };
  await context.publisher.publish(liveChannels.conversation(conversationId), packBroadcast(broadcast));
}

/** To every device of one of the team. */
export async function broadcastToPerson(context: Publishing, userId: string, frame: ServerFrame): Promise<void> {
  await context.publisher.publish(liveChannels.inbox, packBroadcast({ audience: 'person', userId, frame }));
}

/** To every signed-in representative. */
export async function broadcastToInbox(context: Publishing, frame: ServerFrame): Promise<void> {
  const broadcast: Broadcast = { audience: 'staff', frame };
  await context.publisher.publish(liveChannels.inbox, packBroadcast(broadcast));
}
