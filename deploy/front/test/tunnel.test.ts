import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { RawClient } from './raw.ts';
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

test('the handshake gets a 503 without a gateway', async () => {
  const url = await front({ realtime: [await deadService()] });
  const socket = new WebSocket(socketUrl(url));
  const [, answer] = await once(socket, 'unexpected-response');
  expect(answer.statusCode).toBe(503);
});

test('the sockets of a gateway end at once when it dies', async () => {
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

const handshake = (extra = '', method = 'GET', path = '/ws') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade${extra}\r\nUpgrade: websocket\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const smuggled = 'DELETE /api/smuggled HTTP/1.1\r\nHost: x\r\n\r\n';

test('bytes after a refused handshake reach nobody, and the connection ends', async () => {
  const asked: string[] = [];
  const realtime = await service(({ url }, response) => {
    asked.push(url ?? '');
    response.end('no');
  });
  realtime.server.on('upgrade', ({ url }, socket) => {
    asked.push(url ?? '');
    socket.resume().once('end', () => socket.end());
    socket.write('HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno');
  });
  const url = await front({ api: [realtime.url], realtime: [realtime.url] });
  const client = new RawClient(url);
  client.send(`${handshake()}\r\n${smuggled}`);
  expect(await client.whole()).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n[^]*connection: close\r\n\r\nno$/);
  expect(asked).toEqual(['/ws']);
});

test('bytes that a client sends before the gateway has answered are its own first frame, and go nowhere else', async () => {
  const { url: realtime } = await gateway();
  const url = await front({ realtime: [realtime] });
  const client = new RawClient(url);
  const maskedText = '\x81\x82\0\0\0\0hi';
  client.send(`${handshake()}\r\n${maskedText}`);
  const answer = await client.until(/hi$/);
  expect(answer).toMatch(/^HTTP\/1\.1 101 /);
  expect(answer.endsWith('\r\n\r\n\x81\x02hi')).toBe(true);
  client.close();
});

test.each([
  ['has a body', `${handshake(', content-length')}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`],
  ['has a body of chunks', `${handshake(', transfer-encoding')}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['is no GET', `${handshake('', 'POST')}\r\n`],
  ['is HTTP/1.0', `${handshake()}\r\n`.replace('HTTP/1.1', 'HTTP/1.0')],
  ['names two hosts', `${handshake()}Host: y\r\n\r\n`],
  ['is for another path', `${handshake('', 'GET', '/api/ws')}\r\n`],
])('an upgrade that %s is no handshake: the gateway never hears of it', async (_what, raw) => {
  const { url: realtime, handshakes } = await gateway();
  const url = await front({ api: [await deadService()], realtime: [realtime] });
  const client = new RawClient(url);
  client.send(raw);
  expect(await client.status()).toBeDefined();
  client.close();
  expect(handshakes).toEqual([]);
});
