import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createServer } from '../src/fastify.ts';
import { createLogger } from '../src/logger.ts';
import { type RequestTimeouts, requestTimeouts } from '../src/request-timeouts.ts';

let app: FastifyInstance;
afterEach(() => app.close());

/** A server that answers `/echo` with the length of what it is sent, and `/refuse` without reading it. */
async function start(timeouts: Partial<RequestTimeouts>): Promise<Socket> {
  const logger = createLogger({ service: 'api', level: 'silent' });
  const quick = { graceMs: 50, checkMs: 10, bytesPerSecond: 1_000_000, ...timeouts };
  app = await createServer({ config: { TRUST_PROXY: [] }, logger, timeouts: { ...requestTimeouts, ...quick } });
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/echo', async ({ body }) => `${String(body).length} bytes`);
  app.get('/refuse', async () => 'refused');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  return connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1').setEncoding('utf8');
}

const head = (method: string, path: string, length: number) =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n`;

test('a body that stops coming is answered 408, and its connection closed', async () => {
  const client = await start({});
  client.write(`${head('POST', '/echo', 100)}abc`);
  const answer = (await client.toArray()).join('');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"code":"request_timeout"');
});

test('a body that drips is answered 408 although something always comes', async () => {
  const client = await start({});
  client.write(head('POST', '/echo', 1_000_000));
  const dripping = setInterval(() => client.write('x'), 5);
  const [answer] = await once(client, 'data');
  clearInterval(dripping);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  client.destroy();
});

test('a body that nobody reads any more may not drip either', async () => {
  const client = await start({});
  client.write(head('GET', '/refuse', 1_000_000));
  const dripping = setInterval(() => client.writable && client.write('x'), 5);
  const answer = (await client.toArray().catch(() => [])).join('');
  clearInterval(dripping);
  expect(answer === '' || answer.startsWith('HTTP/1.1 200')).toBe(true);
  expect(client.closed).toBe(true);
});

test('a body that comes slowly, but no more slowly than the pace, arrives, however long it takes', async () => {
  const client = await start({ graceMs: 200, bytesPerSecond: 10_000 });
  const pieces = 50;
  client.write(head('POST', '/echo', pieces * 1000));
  const started = performance.now();
  let sent = 0;
  const steady = setInterval(() => (sent++ < pieces ? client.write('x'.repeat(1000)) : clearInterval(steady)), 20);
  const [answer] = await once(client, 'data');
  expect(answer).toContain('50000 bytes');
  expect(performance.now() - started).toBeGreaterThan(200);
  client.destroy();
});

test('a whole request, and its head, have to arrive in their time', async () => {
  const client = await start({ headMs: 50, wholeMs: 100, graceMs: 60_000 });
  client.write('POST /echo HTTP/1.1\r\nHost: x\r\n');
  expect((await client.toArray()).join('')).toMatch(/^HTTP\/1\.1 408 /);
  const slow = connect(client.remotePort ?? (app.server.address() as { port: number }).port, '127.0.0.1');
  slow.setEncoding('utf8').write(`${head('POST', '/echo', 100)}abc`);
  expect((await slow.toArray()).join('')).toMatch(/^HTTP\/1\.1 408 /);
});

test('the largest picture arrives in time by a link of 200 kbit/s', () => {
  const { wholeMs, bytesPerSecond } = requestTimeouts;
  const picture = Math.ceil((10 * 1024 * 1024 * 4) / 3) + 64 * 1024;
  expect(bytesPerSecond * 8).toBeLessThan(200_000);
  expect((picture / bytesPerSecond) * 1000).toBeLessThan(wholeMs);
});
