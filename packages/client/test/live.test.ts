import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ServerFrame } from '@parley/contracts/frames';
import { closeCodes } from '@parley/contracts/socket';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { backOff } from '../src/back-off.ts';
import { type Live, openLive } from '../src/live.ts';

let server: WebSocketServer;
let url: string;
let live: Live | undefined;
const sockets: ServerSocket[] = [];
const offered: string[][] = [];

async function listen(port = 0): Promise<void> {
  server = new WebSocketServer({ port, host: '127.0.0.1', handleProtocols: (all) => [...all][0] ?? false });
  server.on('connection', (socket, request) => {
    sockets.push(socket);
    offered.push((request.headers['sec-websocket-protocol'] ?? '').split(/, */).filter(Boolean));
    socket.addEventListener('message', ({ data }) => data === '{"type":"ping"}' && socket.send('{"type":"pong"}'));
  });
  await once(server, 'listening');
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeEach(() => listen());
afterEach(async () => {
  live?.close();
  for (const socket of sockets.splice(0)) socket.terminate();
  offered.length = 0;
  await new Promise((resolve) => server.close(resolve));
});

const until = (check: () => unknown) =>
  vi.waitFor(() => expect(check()).toBeTruthy(), { timeout: 40_000, interval: 5 });
/** Comes back almost at once, so that tests need not wait. */
const eager = () => 0.01;

describe('the live connection', () => {
  test('it tells its states, asks to sync at each opening, and hands frames on', async () => {
    const states: string[] = [];
    const frames: ServerFrame[] = [];
    let syncs = 0;
    live = openLive({ url, random: eager });
    live.on('state', (state) => states.push(state));
    live.on('frame', (frame) => frames.push(frame));
    live.on('sync', () => (syncs += 1));
    expect(live.state).toBe('connecting');
    expect(live.send({ type: 'ping' })).toBe(false);
    await until(() => live?.state === 'online');
    expect(live.send({ type: 'ping' })).toBe(true);

    sockets[0]?.send('not JSON');
    sockets[0]?.send(JSON.stringify({ type: 'websites_updated' }));
    await until(() => frames.length === 1);
    sockets[0]?.terminate();
    await until(() => syncs === 2);
    expect(states).toEqual(['online', 'reconnecting', 'online']);

    live.close();
    expect(states.at(-1)).toBe('offline');
  });

  test('it comes back after the server was away', async () => {
    live = openLive({ url, random: eager });
    await until(() => live?.state === 'online');
    const { port } = server.address() as AddressInfo;
    for (const socket of sockets.splice(0)) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
    await until(() => live?.state === 'reconnecting');
    await listen(port);
    await until(() => live?.state === 'online');
    expect(sockets).toHaveLength(1);
  });

  test('it syncs without a new connection when the server says resume', async () => {
    let syncs = 0;
    live = openLive({ url, random: eager });
    live.on('sync', () => (syncs += 1));
    await until(() => syncs === 1);
    sockets[0]?.send('{"type":"resume"}');
    await until(() => syncs === 2);
    expect(sockets).toHaveLength(1);
  });

  test('it leaves a draining server when it is told to, without showing an interruption', async () => {
    const states: string[] = [];
    live = openLive({ url, random: eager });
    await until(() => live?.state === 'online');
    live.on('state', (state) => states.push(state));
    sockets[0]?.send('{"type":"resume","reconnectInMs":20}');
    await until(() => sockets.length === 2 && sockets[0]?.readyState === 3);
    expect(states).toEqual([]);
  });

  test('it stays away when the session has ended, until it is told to come back', async () => {
    live = openLive({ url, random: eager });
    await until(() => live?.state === 'online');
    sockets[0]?.close(closeCodes.sessionEnded);
    await until(() => live?.state === 'ended');
    live.reconnect();
    await until(() => live?.state === 'online');
    expect(sockets).toHaveLength(2);
  });

  test('it asks for subprotocols before each attempt, telling how many have failed', async () => {
    const asked: number[] = [];
    live = openLive({
      url,
      random: eager,
      protocols: async (failures) => {
        asked.push(failures);
        if (failures < 2) throw new Error('no token yet');
        return ['parley.v1', `token.${failures}`];
      },
    });
    await until(() => live?.state === 'online');
    expect(asked).toEqual([0, 1, 2]);
    expect(offered[0]).toEqual(['parley.v1', 'token.2']);
  });

  test('it tries again when the browser refuses to open a socket at all', async () => {
    let attempts = 0;
    const connect = (address: string): WebSocket => {
      attempts += 1;
      if (attempts === 1) throw new DOMException('An insecure socket of a secure page', 'SecurityError');
      return new WebSocket(address);
    };
    live = openLive({ url, random: eager, connect });
    await until(() => live?.state === 'online');
    expect(attempts).toBe(2);
  });

  test('counts a connection without a sign of life as lost', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    try {
      live = openLive({ url, random: eager });
      const connected = once(server, 'connection');
      await vi.advanceTimersByTimeAsync(0);
      await connected;
      while (live.state !== 'online') await new Promise((resolve) => setImmediate(resolve));
      sockets[0]?.removeAllListeners('message');
      await vi.advanceTimersByTimeAsync(25_000 + 9_000);
      expect(live.state).toBe('online');
      await vi.advanceTimersByTimeAsync(1_000);
      expect(live.state).toBe('reconnecting');
    } finally {
      vi.useRealTimers();
    }
  });

  test('it spreads its attempts by full jitter under an exponential bound of at most 30 s', () => {
    expect(backOff(0, () => 1)).toBe(500);
    expect(backOff(3, () => 1)).toBe(4000);
    expect(backOff(50, () => 1)).toBe(30_000);
    expect(backOff(50, () => 0)).toBe(0);
  });
});
