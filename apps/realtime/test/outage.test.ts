import { randomUUID } from 'node:crypto';
import { openLive } from '@parley/client/live';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  type RunningGateway,
  TestInstallation,
  type TestSocket,
  waitFor,
  UpgradeRefused,
} from './support/installation.ts';
import { TcpProxy } from './support/tcp-proxy.ts';

let installation: TestInstallation;
let redis: TcpProxy;
let postgres: TcpProxy;
let proxied: RunningGateway;
let steady: RunningGateway;
beforeAll(async () => {
  installation = await TestInstallation.open();
  const { REDIS_URL = '', DATABASE_URL = '' } = installation.context.env;
  [redis, postgres] = [await TcpProxy.to(REDIS_URL), await TcpProxy.to(DATABASE_URL)];
  proxied = await installation.gateway({
    REDIS_URL: redis.through(REDIS_URL),
    DATABASE_URL: postgres.through(DATABASE_URL),
  });
  steady = await installation.gateway();
});
afterEach(() => {
  redis.up();
  postgres.up();
});
afterAll(async () => {
  await installation.close();
  await Promise.all([redis.close(), postgres.close()]);
});

const statusOf = async (opening: Promise<TestSocket>): Promise<number> =>
  opening.then(
    () => 101,
    (error: unknown) => (error instanceof UpgradeRefused ? error.status : 0),
  );
const ready = async ({ server }: RunningGateway): Promise<number> => (await server.inject('/readyz')).statusCode;

describe('an outage of Redis', () => {
  test('everybody is told to resume, and resuming brings what was published in between', async () => {
    const ada = await installation.representative();
    const { conversationId } = await installation.writeAsVisitor(await installation.visitor(), 'one');
    const [cut, writer] = [await installation.staffSocket(proxied, ada), await installation.staffSocket(steady, ada)];
    await Promise.all([cut.join(conversationId), writer.join(conversationId)]);
    redis.down();
    await writer.writes(conversationId, 'two, while nobody listens');
    redis.up();
    await cut.next('resume');
    const { messages } = await cut.join(conversationId, 1);
    expect(messages.map(({ content }) => content)).toEqual(['two, while nobody listens']);
    await writer.writes(conversationId, 'three');
    await cut.next('new_message', ({ message }) => message.seq === 3);
  });

  test('sockets stay, messages are stored and acknowledged, upgrades get 503 and work again without a restart', async () => {
    const ada = await installation.representative();
    const { conversationId } = await installation.writeAsVisitor(await installation.visitor(), 'one');
    const socket = await installation.staffSocket(proxied, ada);
    await socket.join(conversationId);
    redis.down();
    expect((await socket.writes(conversationId, 'two')).seq).toBe(2);
    expect(await statusOf(installation.staffSocket(proxied, ada))).toBe(503);
    expect(await ready(proxied)).toBe(503);
    redis.up();
    await waitFor(
      async () => ((await statusOf(installation.staffSocket(proxied, ada))) === 101 ? true : undefined),
      'an upgrade',
    );
    await waitFor(async () => ((await ready(proxied)) === 200 ? true : undefined), 'readiness');
    expect(socket.closeCode).toBeUndefined();
  });

  test('a session that ended unheard is let go as soon as the node hears again', async () => {
    const ada = await installation.representative();
    const socket = await installation.staffSocket(proxied, ada);
    redis.down();
    await installation.context.redis.del(`${installation.context.prefix}:session:${ada.sessionId}`);
    redis.up();
    expect(await socket.closed()).toBe(4401);
  });
});

describe('events missed by a cut-off node', () => {
  test('a visitor who was erased unheard loses the socket as soon as the node hears again; others stay', async () => {
    const [erased, other] = [await installation.visitor(), await installation.visitor()];
    const [socket, stays] = [
      await installation.visitorSocket(proxied, erased),
      await installation.visitorSocket(proxied, other),
    ];
    redis.down();
    await installation.context.db.deleteFrom('visitors').where('id', '=', erased.visitorId).execute();
    redis.up();
    expect(await socket.closed()).toBe(4401);
    await stays.next('resume');
    expect(stays.closeCode).toBeUndefined();
  });
});

describe('an outage of Postgres', () => {
  test('a send is refused as unavailable, never acknowledged, and stored once when sent again', async () => {
    const ada = await installation.representative();
    const { conversationId } = await installation.writeAsVisitor(await installation.visitor(), 'one');
    const socket = await installation.staffSocket(proxied, ada);
    await socket.join(conversationId);
    postgres.down();
    const frame = { type: 'send_message', conversationId, content: 'two', clientMessageId: randomUUID() } as const;
    socket.send(frame);
    const refused = await socket.next('error', ({ clientMessageId }) => clientMessageId === frame.clientMessageId);
    expect(refused.code).toBe('unavailable');
    await waitFor(async () => ((await ready(proxied)) === 503 ? true : undefined), 'unreadiness');
    postgres.up();
    await waitFor(async () => {
      socket.send(frame);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return socket.all('message_ack')[0];
    }, 'the acknowledgement');
    expect((await socket.join(conversationId, 0)).lastSeq).toBe(2);
  });
});

describe('stopping', () => {
  test('it sends everybody away spread over the time given, finishes what they asked for, takes nobody new', async () => {
    const node = await installation.gateway();
    const users = await Promise.all(Array.from({ length: 20 }, () => installation.representative()));
    const sockets = await Promise.all(users.map((user) => installation.staffSocket(node, user)));
    const { conversationId } = await installation.writeAsVisitor(await installation.visitor(), 'one');
    const clientMessageId = randomUUID();
    sockets[0]!.send({ type: 'send_message', conversationId, content: 'at the last moment', clientMessageId });
    const drained = node.gateway.drain(0.5);
    const moments = await Promise.all(sockets.map(async (socket) => (await socket.next('resume')).reconnectInMs ?? -1));
    expect(new Set(moments).size).toBeGreaterThan(10);
    expect(Math.min(...moments)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...moments)).toBeLessThan(500);
    expect(await statusOf(installation.staffSocket(node, users[0]!))).toBe(503);
    await drained;
    await sockets[0]!.next('message_ack');
    expect(await Promise.all(sockets.map((socket) => socket.closed()))).toEqual(Array(20).fill(1001));
  });

  test('it moves clients to another node without losing a message', async () => {
    const node = await installation.gateway();
    const ada = await installation.representative();
    let url = node.url;
    const live = openLive({
      url: 'ws://either',
      connect: () => new WebSocket(url, { headers: { cookie: ada.cookie } }) as unknown as globalThis.WebSocket,
    });
    const states: string[] = [];
    let syncs = 0;
    live.on('state', (state) => states.push(state));
    live.on('sync', () => (syncs += 1));
    await waitFor(() => live.state === 'online' || undefined, 'the connection');
    url = steady.url;
    await node.gateway.drain(0.3);
    await waitFor(() => syncs === 2 || undefined, 'the new connection');
    expect(states).toEqual(['online']);
    live.close();
  });
});
