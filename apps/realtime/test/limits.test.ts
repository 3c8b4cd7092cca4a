/** Limits of one person, over all their sockets and nodes. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { sendLimit } from '@parley/core/rate-limits';
import { createRateLimiter } from '@parley/service/rate-limit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type RunningGateway,
  TestInstallation,
  type TestSocket,
  waitFor,
  UpgradeRefused,
} from './support/installation.ts';

let installation: TestInstallation;
let here: RunningGateway;
let there: RunningGateway;
beforeAll(async () => {
  installation = await TestInstallation.open();
  [here, there] = [await installation.gateway(), await installation.gateway()];
});
afterAll(() => installation.close());

const send = (socket: TestSocket, conversationId?: string): void =>
  socket.send({
    type: 'send_message',
    content: 'more',
    clientMessageId: randomUUID(),
    ...(conversationId && { conversationId }),
  });
const count = (sockets: TestSocket[], type: 'message_ack' | 'error'): number =>
  sockets.reduce((sum, socket) => sum + socket.all(type).length, 0);
const answered = (sockets: TestSocket[], frames: number): Promise<true> =>
  waitFor(
    () => count(sockets, 'message_ack') + count(sockets, 'error') >= frames || undefined,
    `${frames} answers; there were ${count(sockets, 'message_ack')} and ${count(sockets, 'error')}`,
    15_000,
  );
const refusal = (opening: Promise<unknown>): Promise<number> =>
  opening.then(
    () => 0,
    (error: unknown) => (error instanceof UpgradeRefused ? error.status : 0),
  );

describe('sending', () => {
  test('it is limited for a visitor over all their sockets on all nodes, and what was refused may be sent after the wait', async () => {
    const visitor = await installation.visitor();
    await installation.writeAsVisitor(visitor, 'hello');
    const sockets = await Promise.all(
      Array.from({ length: 20 }, (_, index) => installation.visitorSocket(index % 2 ? here : there, visitor)),
    );
    const began = performance.now();
    for (let round = 0; round < 10; round += 1) for (const socket of sockets) send(socket);
    await answered(sockets, 200);
    const seconds = (performance.now() - began) / 1000;
    const stored = count(sockets, 'message_ack');
    expect(stored).toBeGreaterThanOrEqual(20);
    expect(stored).toBeLessThanOrEqual(21 + 5 * seconds);
    const refused = sockets.flatMap((socket) => socket.all('error'));
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['rate_limited']));
    expect(refused.every(({ retryAfterMs = 0 }) => retryAfterMs > 0 && retryAfterMs <= 1_000)).toBe(true);

    // However often it was refused, it has cost nothing.
    const [socket] = sockets;
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(...refused.map(({ retryAfterMs = 0 }) => retryAfterMs))),
    );
    send(socket!);
    await waitFor(() => count(sockets, 'message_ack') > stored || undefined, 'the message after the wait');
  });

  test('it is limited for a representative over all their sockets on all nodes, each alone', async () => {
    const { conversationId } = await installation.writeAsVisitor(await installation.visitor(), 'hello');
    const [ada, bob] = [await installation.representative('Ada'), await installation.representative('Bob')];
    const sockets = await Promise.all([here, there, here, there].map((node) => installation.staffSocket(node, ada)));
    const began = performance.now();
    for (let round = 0; round < 60; round += 1) for (const socket of sockets) send(socket, conversationId);
    await answered(sockets, 240);
    const seconds = (performance.now() - began) / 1000;
    expect(count(sockets, 'message_ack')).toBeGreaterThanOrEqual(100);
    expect(count(sockets, 'message_ack')).toBeLessThanOrEqual(101 + 50 * seconds);
    await (await installation.staffSocket(here, bob)).writes(conversationId, 'mine goes through');
  });

  test('it shares its limit with what the same visitor sends over HTTP', async () => {
    const visitor = await installation.visitor();
    const { conversationId } = await installation.writeAsVisitor(visitor, 'hello');
    const { redis, prefix } = installation.context;
    const overHttp = { ...sendLimit({ kind: 'visitor', ...visitor }), cost: 20 };
    expect(await createRateLimiter(redis, prefix).take(overHttp)).toBe(0);
    const socket = await installation.visitorSocket(here, visitor);
    send(socket, conversationId);
    const { retryAfterMs } = await socket.next('error', ({ code }) => code === 'rate_limited');
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    send(socket, conversationId);
    await socket.next('message_ack');
  });
});

describe('frames', () => {
  const floods: [string, (socket: TestSocket) => void][] = [
    ['pings', (socket) => socket.send({ type: 'ping' })],
    ['pings of the protocol below', (socket) => socket.ws.ping()],
    ['answers nobody asked for', (socket) => socket.ws.pong()],
    [
      'frames of no type among others',
      (socket) => {
        socket.ws.send('{"type":"dance"}');
        socket.send({ type: 'ping' });
      },
    ],
    [
      'leaving what was never joined',
      (socket) => socket.send({ type: 'leave_conversation', conversationId: randomUUID() }),
    ],
    ['typing', (socket) => socket.send({ type: 'typing', conversationId: randomUUID(), isTyping: true })],
    [
      'looking away and back',
      (socket) => {
        socket.send({ type: 'visit', isAway: true });
        socket.send({ type: 'visit', isAway: false });
      },
    ],
  ];
  test.each(floods)(
    'a flood of %s closes the socket that it comes over, no other of the same visitor',
    async (what, flood) => {
      const visitor = await installation.visitor();
      const [loud, quiet] = [
        await installation.visitorSocket(here, visitor),
        await installation.visitorSocket(here, visitor),
      ];
      for (let index = 0; index < 1_500; index += 1) flood(loud);
      // Answers to pings that pile up make the websocket library cut the socket first.
      expect(await loud.closed()).toBe(what.startsWith('pings of') ? 1006 : 1008);
      quiet.send({ type: 'ping' });
      await quiet.next('pong');
    },
  );

  test('visits are limited for a visitor over all their sockets', async () => {
    const visitor = await installation.visitor();
    const sockets = await Promise.all([1, 2, 3, 4].map(() => installation.visitorSocket(here, visitor)));
    for (let round = 0; round < 20; round += 1)
      for (const socket of sockets) socket.send({ type: 'visit', url: `https://shop.example.com/${round}` });
    await waitFor(() => count(sockets, 'error') >= 40 || undefined, 'refusals');
    expect(sockets.flatMap((socket) => socket.all('error'))[0]).toMatchObject({
      code: 'rate_limited',
      retryAfterMs: expect.any(Number),
    });
  });
});

describe('sockets', () => {
  test('sockets of one visitor are limited, opened one by one or all at once; a closed one makes room, others have theirs', async () => {
    const node = await installation.gateway({ SOCKETS_PER_VISITOR: '3' });
    const [visitor, other] = [await installation.visitor(), await installation.visitor()];
    const sockets = [];
    for (let index = 0; index < 3; index += 1) sockets.push(await installation.visitorSocket(node, visitor));
    expect(await refusal(installation.visitorSocket(node, visitor))).toBe(429);
    await installation.visitorSocket(node, other);
    sockets[0]!.ws.close();
    await waitFor(() => node.gateway.size === 3 || undefined, 'the room');
    await installation.visitorSocket(node, visitor);

    const swarm = await installation.visitor();
    await Promise.allSettled(Array.from({ length: 30 }, () => installation.visitorSocket(node, swarm)));
    const open = () => node.gateway.size - 4;
    await waitFor(() => open() === 3 || undefined, 'the swarm to be cut to three');
  });

  test('sockets of one network address are limited, as the trusted proxy names it; a /64 of IPv6 is one', async () => {
    const node = await installation.gateway({ SOCKETS_PER_ADDRESS: '2' });
    const visitor = await installation.visitor();
    const from = (address: string) =>
      installation.visitorSocket(node, visitor, undefined, { 'x-forwarded-for': address });
    await from('2001:db8::1');
    await from('2001:db8::ffff:1');
    expect(await refusal(from('2001:db8::2'))).toBe(429);
    await from('2001:db8:0:1::1');
    await from('203.0.113.7');
  });

  test('sockets of a silent visitor are closed after a minute', async () => {
    const visitor = await installation.visitor();
    const [mute, widget] = [
      await installation.visitorSocket(here, visitor),
      await installation.visitorSocket(here, visitor),
    ];
    widget.send({ type: 'visit', isAway: false });
    widget.send({ type: 'ping' });
    await widget.next('pong');
    const connections = [...here.gateway.presence.socketsOf(visitor.visitorId)];
    expect(connections.map((each) => each.isSilent(60))).toEqual([false, false]);
    expect(connections.filter((each) => each.isSilent(-1))).toHaveLength(1);
    expect([mute.closeCode, widget.closeCode]).toEqual([undefined, undefined]);
  });

  test('sockets that never finish asking to be upgraded, or never begin, are cut within a quarter of a minute', async () => {
    const { hostname, port } = new URL(here.url);
    const began = performance.now();
    const slow = ['', 'GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nX-Slow: '].map((words) => {
      const socket = connect(Number(port), hostname).resume();
      socket.on('error', () => undefined);
      socket.write(words);
      return once(socket, 'close');
    });
    await Promise.all(slow);
    expect(performance.now() - began).toBeLessThan(15_000);
  });
});
