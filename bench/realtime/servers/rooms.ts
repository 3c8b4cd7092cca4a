/** Part that the two `ws` rivals share: Redis channels and their listeners. No identity, no limits, no promises. */
import { Redis } from 'ioredis';
import type { WebSocket } from 'ws';
import { type Asked, framesOf } from '../frames.ts';

const prefix = process.env.REDIS_PREFIX ?? 'bench';
const address = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';

/** `deliver` passes what was published on to the sockets of a channel, in the rival's own way. */
export function createRooms(deliver: (text: string, sockets: Set<WebSocket>) => void) {
  const [publisher, subscriber] = [new Redis(address), new Redis(address)];
  const rooms = new Map<string, Set<WebSocket>>();
  subscriber.on('message', (channel: string, text: string) => {
    const sockets = rooms.get(channel);
    if (sockets) deliver(text, sockets);
  });

  async function join(channel: string, socket: WebSocket): Promise<void> {
    let sockets = rooms.get(channel);
    if (!sockets) {
      sockets = new Set();
      rooms.set(channel, sockets);
      await subscriber.subscribe(channel);
    }
    sockets.add(socket);
    socket.send('{"type":"joined"}');
  }

  return async (socket: WebSocket, data: Buffer): Promise<void> => {
    const asked = JSON.parse(data.toString()) as Asked;
    if (asked.type === 'join_inbox') return join(`${prefix}:inbox`, socket);
    if (asked.type === 'join_conversation') return join(`${prefix}:${asked.conversationId}`, socket);
    const frames = framesOf(asked);
    await Promise.all([
      publisher.publish(`${prefix}:${asked.conversationId}`, JSON.stringify(frames.toConversation)),
      publisher.publish(`${prefix}:inbox`, JSON.stringify(frames.toInbox)),
    ]);
  };
}
