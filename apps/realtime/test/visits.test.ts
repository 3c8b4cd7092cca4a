/** Sockets of pages that report themselves: who may open one, what it takes, and what it brings. */
import { randomUUID } from 'node:crypto';
import { visitSubprotocol } from '@parley/contracts/socket';
import type { StaffCaller } from '@parley/core/callers';
import { countVisits, readVisit } from '@parley/core/websites/visits';
import { startWithLiveVisitor } from '@parley/core/visitors/live';
import { updateWebsite as changeWebsite } from '@parley/core/websites/websites';
import { createColleague } from '@parley/core/testing';
import { updateWebsite } from '@parley/db/websites/websites';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type RunningGateway, shopOrigin, TestInstallation } from './support/installation.ts';

let installation: TestInstallation;
let gateway: RunningGateway;
let ada: StaffCaller;
beforeAll(async () => {
  installation = await TestInstallation.open();
  gateway = await installation.gateway();
  ada = await createColleague(installation.context, 'Ada Byron', 'admin');
});
afterAll(() => installation.close());
beforeEach(async () => {
  await updateWebsite(installation.context.db, installation.websiteId, { liveVisitors: 'pages' });
  await installation.context.publisher.publish('control', JSON.stringify({ type: 'websites_changed' }));
});

interface Opened {
  socket: WebSocket;
  received: string[];
  closed: Promise<number>;
}

/** Opens the socket of a page; rejects with the status of a refused upgrade. */
function open(id: string, { origin = shopOrigin, token }: { origin?: string; token?: string } = {}): Promise<Opened> {
  const protocols = [visitSubprotocol, `visit.${id}`, ...(token === undefined ? [] : [`token.${token}`])];
  const socket = new WebSocket(gateway.url, protocols, { origin });
  const received: string[] = [];
  socket.on('message', (data: Buffer) => received.push(data.toString()));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve({ socket, received, closed }));
    socket.once('unexpected-response', (_request, { statusCode }) => reject(new Error(String(statusCode))));
  });
}

const visitOf = (id: string) => ({ id, websiteId: installation.websiteId });
const report = (path = '/') => JSON.stringify({ url: `${shopOrigin}${path}`, title: 'Shop' });

test('a page of a website with live visitors reports itself, and counts until it is closed', async () => {
  const id = randomUUID();
  const { socket } = await open(id);
  socket.send(report('/cart'));
  await expect
    .poll(async () => (await readVisit(installation.context, visitOf(id)))?.pages.map(({ url }) => url))
    .toEqual([`${shopOrigin}/cart`]);
  expect(await countVisits(installation.context, installation.websiteId)).toBeGreaterThan(0);
  expect(gateway.gateway.visits.size).toBeGreaterThan(0);
  socket.close();
  await expect.poll(() => gateway.gateway.visits.size).toBe(0);
});

test('other websites, those with live visitors off, and visits without an id are refused', async () => {
  await expect(open(randomUUID(), { origin: 'https://elsewhere.example' })).rejects.toThrow('403');
  await expect(open('1-drop')).rejects.toThrow('400');
  await changeWebsite(installation.context, ada, installation.websiteId, { liveVisitors: 'off' });
  await expect
    .poll(() =>
      open(randomUUID()).then(
        () => 'open',
        ({ message }: Error) => message,
      ),
    )
    .toBe('403');
});

test('switching live visitors off closes the pages that are open', async () => {
  const { closed } = await open(randomUUID());
  await changeWebsite(installation.context, ada, installation.websiteId, { liveVisitors: 'off' });
  expect(await closed).toBe(1008);
});

test.each([
  'no JSON',
  '[]',
  '{"url":1}',
  '{"url":"no address"}',
  '{"url":"https://shop.example.com/\\u0000"}',
  '{"url":"https://shop.example.com/","more":1}',
  JSON.stringify({ url: `${shopOrigin}/${'a'.repeat(9_000)}` }),
])('what is no report ends the socket and is not stored: %.40s', async (text) => {
  const id = randomUUID();
  const { socket, closed } = await open(id);
  socket.send(text);
  expect(await closed).toBe(1008);
  expect(await readVisit(installation.context, visitOf(id))).toBeUndefined();
});

test('the socket of a page takes no frames of conversations', async () => {
  const { socket, closed } = await open(randomUUID());
  socket.send(JSON.stringify({ type: 'send_message', content: 'Hello' }));
  expect(await closed).toBe(1008);
});

test('a message of the team reaches the page with a token, by which the visitor continues', async () => {
  const id = randomUUID();
  const { socket, received } = await open(id);
  socket.send(report());
  await expect.poll(() => readVisit(installation.context, visitOf(id))).toBeDefined();
  const { websiteId } = installation;
  const message = { websiteId, content: 'Can I help?', clientMessageId: randomUUID() };
  await startWithLiveVisitor(installation.context, ada, id, message);
  await expect.poll(() => received.length).toBe(1);
  const { type, token } = JSON.parse(received[0] ?? '{}') as { type: string; token: string };
  expect(type).toBe('invited');
  expect(installation.context.secrets.verifyVisitorToken(token)).toMatchObject({ websiteId });
});

test('a forged token names nobody', async () => {
  const id = randomUUID();
  const { socket } = await open(id, { token: 'forged' });
  socket.send(report());
  await expect.poll(() => readVisit(installation.context, visitOf(id))).toBeDefined();
  expect((await readVisit(installation.context, visitOf(id)))?.visitorId).toBeUndefined();
});
