import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { deadService, front, gateway, service } from './stand-ins.ts';

const socketUrl = (url: string) => `${url.replace('http', 'ws')}/ws`;

test('a socket is joined to the gateway: subprotocol, frames both ways, many of them, in order', async () => {
  const { url: realtime, handshakes } = await gateway();
  const url = await front({ realtime: [await deadService(), realtime] });
  const headers = { 'x-forwarded-for': '8.8.8.8', cookie: 'sid=1' };
  const socket = new WebSocket(socketUrl(url), ['parley.v1', 'token.abc'], { headers });
  await once(socket, 'open');
  expect(socket.protocol).toBe('parley.v1');
  expect(handshakes[0]?.headers).toMatchObject({ cookie: 'sid=1', 'x-forwarded-for': '127.0.0.1' });
  const sent = Array.from({ length: 2000 }, (_, index) => `${index}: ${'x'.repeat(index)}`);
  const received: string[] = [];
  const all = new Promise<void>((resolve) =>
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') received.push(data);
      if (received.length === sent.length) resolve();
    }),
  );
  for (const frame of sent) socket.send(frame);
  await all;
  expect(received).toEqual(sent);
  socket.close();
  await once(socket, 'close');
});

test('a handshake that the gateway refuses is refused with the gateway’s own answer', async () => {
  const { url: realtime } = await gateway();
  const url = await front({ realtime: [realtime] });
  const socket = new WebSocket(`${socketUrl(url)}?refuse`);
  const [, answer] = await once(socket, 'unexpected-response');
  expect(answer.statusCode).toBe(401);
  expect((await answer.toArray()).join('')).toBe('no!');
});

test('without a gateway the handshake gets a 503', async () => {
  const url = await front({ realtime: [await deadService()] });
  const socket = new WebSocket(socketUrl(url));
  const [, answer] = await once(socket, 'unexpected-response');
  expect(answer.statusCode).toBe(503);
});

test('when the gateway dies its sockets end at once', async () => {
  const { url: realtime, handshakes } = await gateway();
  const url = await front({ realtime: [realtime] });
  const socket = new WebSocket(socketUrl(url));
  await once(socket, 'open');
  handshakes[0]?.socket.destroy();
  const [code] = await once(socket, 'close');
  expect(code).toBe(1006);
});

test('only /ws is joined; an upgrade elsewhere is an ordinary request', async () => {
  const api = await service((_request, response) => response.end('plain'));
  const url = await front({ api: [api.url], realtime: [api.url] });
  const { port } = new URL(url);
  const client = connect(Number(port), '127.0.0.1');
  client.write('GET /api/user HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: h2c\r\n\r\n');
  expect((await client.setEncoding('utf8').toArray()).join('')).toMatch(/^HTTP\/1.1 200 OK[^]*plain/);
});
