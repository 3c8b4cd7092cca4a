/**
 * Rival: `ws` under Fastify, each frame serialised once, and all messages of one turn of the event loop published in one
 * go on one channel that every process hears. It passes messages on and does nothing else.
 */
import websocket from '@fastify/websocket';
import { fastify } from 'fastify';
import { Redis } from 'ioredis';
import type { WebSocket } from 'ws';
import { type Asked, framesOf } from '../frames.ts';

const channel = `${process.env.REDIS_PREFIX ?? 'bench'}:all`;
const address = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';
const [publisher, subscriber] = [new Redis(address), new Redis(address)];
const rooms = new Map<string, Set<WebSocket>>();

/** As they are published: `conversationId frame`, one to a line. */
let pending: string[] = [];

function publish(line: string): void {
  if (pending.push(line) > 1) return;
  setImmediate(() => {
    const lines = pending;
    pending = [];
    void publisher.publish(channel, lines.join('\n'));
  });
}

subscriber.on('message', (_channel: string, text: string) => {
  for (const line of text.split('\n')) {
    const end = line.indexOf(' ');
    const sockets = rooms.get(line.slice(0, end));
    if (!sockets) continue;
    const frame = Buffer.from(line.slice(end + 1));
    for (const socket of sockets) socket.send(frame, { binary: false });
  }
});
await subscriber.subscribe(channel);

const app = fastify();
await app.register(websocket, { options: { perMessageDeflate: false } });
app.get('/ws', { websocket: true }, (socket) => {
  socket.on('message', (data: Buffer) => {
    const asked = JSON.parse(data.toString()) as Asked;
    if (asked.type === 'join_conversation') {
      rooms.set(asked.conversationId, (rooms.get(asked.conversationId) ?? new Set()).add(socket));
      socket.send('{"type":"joined"}');
      return;
    }
    publish(`${asked.conversationId} ${JSON.stringify(framesOf(asked).toConversation)}`);
  });
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
