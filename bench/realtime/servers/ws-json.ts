/** Rival: `ws` and ioredis, each frame parsed and serialised again for every socket. */
import { WebSocketServer } from 'ws';
import { createRooms } from './rooms.ts';

const receive = createRooms((text, sockets) => {
  const frame: unknown = JSON.parse(text);
  for (const socket of sockets) socket.send(JSON.stringify(frame));
});

new WebSocketServer({ host: '127.0.0.1', port: Number(process.env.PORT), perMessageDeflate: false }).on(
  'connection',
  (socket) => socket.on('message', (data: Buffer) => void receive(socket, data)),
);
