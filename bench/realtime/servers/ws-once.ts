/** Rival: `ws` under Fastify, each frame serialised once and sent to every socket as it is. */
import websocket from '@fastify/websocket';
import { fastify } from 'fastify';
import { createRooms } from './rooms.ts';

const receive = createRooms((text, sockets) => {
  const bytes = Buffer.from(text);
  for (const socket of sockets) socket.send(bytes, { binary: false });
});

const app = fastify();
await app.register(websocket, { options: { perMessageDeflate: false } });
app.get('/ws', { websocket: true }, (socket) => {
  socket.on('message', (data: Buffer) => void receive(socket, data));
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
