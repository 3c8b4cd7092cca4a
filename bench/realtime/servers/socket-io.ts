/** Rival: Socket.IO 4.8 with its Redis adapter, websocket only. */
import { createServer } from 'node:http';
import { createAdapter } from '@socket.io/redis-adapter';
import { Redis } from 'ioredis';
import { Server } from 'socket.io';
import { type Asked, framesOf } from '../frames.ts';

const address = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';
const http = createServer((_request, response) => response.end());
const io = new Server(http, {
  transports: ['websocket'],
  serveClient: false,
  adapter: createAdapter(new Redis(address), new Redis(address), { key: process.env.REDIS_PREFIX ?? 'bench' }),
});
io.on('connection', (socket) => {
  socket.on('join_inbox', async () => {
    await socket.join('inbox');
    socket.emit('joined');
  });
  socket.on('join_conversation', async ({ conversationId }: Asked) => {
    await socket.join(conversationId);
    socket.emit('joined');
  });
  socket.on('send_message', (asked: Asked) => {
    const frames = framesOf(asked);
    io.to(asked.conversationId).emit('new_message', frames.toConversation);
    if (!process.env.RELAY_ONLY) io.to('inbox').emit('conversation_updated', frames.toInbox);
  });
});
http.listen(Number(process.env.PORT), '127.0.0.1');
