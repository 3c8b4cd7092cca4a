import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createServer } from '../src/fastify.ts';
import { createLogger } from '../src/logger.ts';
import { createMetrics } from '../src/metrics.ts';

let app: FastifyInstance;
let lines: string[];
afterEach(() => app.close());

async function build(trusted = ['loopback', 'uniquelocal'], metrics = createMetrics('api')): Promise<FastifyInstance> {
  lines = [];
  const logger = createLogger({
    service: 'api',
    level: 'debug',
    destination: { write: (line: string) => lines.push(line) },
  });
  app = await createServer({ config: { TRUST_PROXY: trusted }, logger, metrics, bodyLimit: 1_000 });
  app.get('/ip', ({ ip, host, protocol }, reply) => reply.send({ ip, host, protocol }));
  app.post('/echo', ({ body }, reply) => reply.send(body));
  app.get('/broken', async () => {
    throw new Error('something of the inside');
  });
  return app;
}

describe('addresses', () => {
  const headers = { 'x-forwarded-for': '203.0.113.9, 10.0.0.1', 'x-forwarded-proto': 'https' };

  test('they are believed from trusted proxies', async () => {
    await build();
    const answer = await app.inject({ url: '/ip', headers, remoteAddress: '127.0.0.1' });
    expect(answer.json()).toMatchObject({ ip: '203.0.113.9', protocol: 'https' });
  });

  test('they are not believed from anybody else', async () => {
    await build();
    const answer = await app.inject({ url: '/ip', headers, remoteAddress: '198.51.100.7' });
    expect(answer.json()).toMatchObject({ ip: '198.51.100.7', protocol: 'http' });
    await app.close();
    await build(['10.0.0.0/8']);
    expect((await app.inject({ url: '/ip', headers, remoteAddress: '127.0.0.1' })).json().ip).toBe('127.0.0.1');
  });
});

test('every answer carries an id of ours, which its log lines have, and a caller’s own is not taken over', async () => {
  await build();
  const answer = await app.inject({ url: '/ip?q=ada', headers: { 'x-request-id': 'forged', 'request-id': 'forged' } });
  const id = answer.headers['x-request-id'];
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  const line = JSON.parse(lines.at(-1) ?? '');
  expect(line).toMatchObject({ reqId: id, method: 'GET', path: '/ip', status: 200, level: 'debug', service: 'api' });
  expect(lines.join()).not.toContain('ada');
});

test('refused requests are logged more loudly than answered ones, failed ones loudest', async () => {
  await build();
  await app.inject('/nowhere');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 'info', status: 404 });
  await app.inject('/broken');
  expect(JSON.parse(lines.at(-2) ?? '')).toMatchObject({ level: 'error', err: { message: 'something of the inside' } });
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 'error', status: 500 });
});

test('a body over the limit is refused', async () => {
  await build();
  const answer = await app.inject({ method: 'POST', url: '/echo', payload: { text: 'x'.repeat(2_000) } });
  expect(answer.statusCode).toBe(413);
});

test('keys that would reach into prototypes are refused', async () => {
  await build();
  const headers = { 'content-type': 'application/json' };
  for (const payload of ['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}']) {
    expect((await app.inject({ method: 'POST', url: '/echo', headers, payload })).statusCode).toBe(400);
  }
});

test('a draining server answers requests and ends their connections', async () => {
  let draining = false;
  const logger = createLogger({ service: 'api', level: 'silent' });
  app = await createServer({ config: { TRUST_PROXY: [] }, logger, isDraining: () => draining });
  app.get('/', async () => 'here');
  expect((await app.inject('/')).headers.connection).not.toBe('close');
  draining = true;
  const answer = await app.inject('/');
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
});

test('a closing server still answers a request on an open connection, and closes idle connections', async () => {
  await build();
  let arrived = (): void => undefined;
  const closingStarted = new Promise<void>((resolve) => {
    app.addHook('preClose', async () => resolve());
  });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const waiting = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  app.get('/slow', async () => {
    arrived();
    await held;
    return { done: true };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const idle = connect(port, '127.0.0.1');
  const idleClosed = new Promise((resolve) => idle.once('close', resolve));
  idle.write('GET /ip HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((resolve) => idle.once('data', resolve));
  idle.resume();
  const slow = fetch(`http://127.0.0.1:${port}/slow`);
  await waiting;
  const closed = app.close();
  await closingStarted;
  release();
  const answer = await slow;
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ done: true });
  await Promise.all([closed, idleClosed]);
});

test.each([
  [
    'a head over 16 kB',
    `GET /ip HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['what is no request', 'Hello\r\n\r\n', 400, 'malformed'],
])('%s is refused in problem details, and its connection ended', async (_what, sent, status, code) => {
  await build();
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(sent);
  let answer = '';
  for await (const piece of socket) answer += String(piece);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status} `);
  expect(head).toContain('content-type: application/problem+json');
  expect(JSON.parse(body)).toMatchObject({ status, code });
});
