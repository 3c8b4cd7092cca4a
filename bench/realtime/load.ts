/** The load: connects, joins, sends, counts, for one contender. Run as a process of its own by `run.ts`. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processorSeconds, residentBytes } from '../processor-time.ts';
import { LibrarySocket } from './library-socket.ts';
import { type LoadSocket, RawSocket } from './raw-socket.ts';

export interface LoadOrder {
  /**
   * Senders: `neighbours` in turn, by sockets that cost next to nothing; or `random` members, by those of the `ws`
   * library, which leave the servers less of the machine and fewer messages per turn.
   */
  shape: 'neighbours' | 'random';
  dialect: 'plain' | 'parley' | 'socket.io';
  ports: number[];
  servers: number[];
  /** Conversations, with the token of their visitor. */
  rooms: { id: string; token: string }[];
  socketsPerRoom: number;
  /** Cookies of representatives; each has a socket of their own in the inbox phase. */
  staff: string[];
  phases: ('saturation' | 'latency' | 'inbox')[];
  seconds: number;
  /** Messages a second in the latency phase. */
  rate: number;
}

export interface LoadResult {
  connectionsPerSecond: number;
  cpuMicrosecondsPerConnection: number;
  bytesPerConnection: number;
  deliveredPerSecond: number;
  cpuMicrosecondsPerDelivery: number;
  p50: number;
  p99: number;
  inboxPerSecond: number;
  inboxCpuMicroseconds: number;
}

const order = JSON.parse(readFileSync(0, 'utf8')) as LoadOrder;
const isSocketIo = order.dialect === 'socket.io';

const encode = (type: string, fields: object = {}): string =>
  isSocketIo ? `42${JSON.stringify([type, fields])}` : JSON.stringify({ type, ...fields });
/** Index of the first letter of a frame's type: `{"type":"new…` or `42["new…`. */
const letterAt = isSocketIo ? 4 : 9;
const [letterOfMessage, letterOfJoined, letterOfUpdate] = ['n', 'j', 'c'].map((letter) => letter.charCodeAt(0));

/** CPU seconds and resident bytes of the server processes. */
function usage(): { cpu: number; rss: number } {
  let [cpu, rss] = [0, 0];
  for (const pid of order.servers) {
    cpu += processorSeconds(pid);
    rss += residentBytes(pid);
  }
  return { cpu, rss };
}

let onMessage: (payload: Buffer, socket: LoadSocket) => void = () => undefined;
let onUpdate: (socket: LoadSocket) => void = () => undefined;
const waiting = new Map<LoadSocket, () => void>();

function onFrame(payload: Buffer, socket: LoadSocket): void {
  const letter = payload[letterAt];
  if (letter === letterOfMessage && payload[letterAt + 1] === 101) onMessage(payload, socket);
  else if (letter === letterOfUpdate) onUpdate(socket);
  else if (letter === letterOfJoined) waiting.get(socket)?.();
  else if (isSocketIo && payload[0] === 50) socket.send('3');
  else if (isSocketIo && payload[0] === 48 && payload.length > 2) socket.send('40');
  else if (isSocketIo && payload[0] === 52 && payload[1] === 48) waiting.get(socket)?.();
}

async function open(port: number, headers: Record<string, string>): Promise<LoadSocket> {
  const path = isSocketIo ? '/socket.io/?EIO=4&transport=websocket' : '/ws';
  const { promise, resolve } = Promise.withResolvers<void>();
  const Socket = order.shape === 'random' ? LibrarySocket : RawSocket;
  const socket = new Socket({ port, path, headers, onFrame });
  waiting.set(socket, resolve);
  await socket.opened;
  if (isSocketIo) await promise;
  return socket;
}

async function ask(socket: LoadSocket, text: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.set(socket, resolve);
  socket.send(text);
  await promise;
  waiting.delete(socket);
}

const members: { socket: LoadSocket; conversationId: string }[] = [];
const content = (mark: number): string => String(mark).padStart(12, '0').padEnd(200, 'x');
/** The beginning of this load's message ids: where messages are stored, another round's would be repetitions. */
const ownIds = randomUUID().slice(0, 24);
let marks = 0;

function publishMessage(turn: number): number {
  const index = order.shape === 'random' ? Math.floor(Math.random() * members.length) : turn % members.length;
  const member = members[index];
  if (!member) throw new Error('no members');
  marks += 1;
  const clientMessageId = `${ownIds}${marks.toString(16).padStart(12, '0')}`;
  const { conversationId } = member;
  member.socket.send(encode('send_message', { conversationId, content: content(marks), clientMessageId }));
  return marks;
}

/** Returns the resident bytes of the servers after garbage collection. */
async function settledBytes(): Promise<number> {
  for (let round = 0; round < 2; round += 1) {
    for (const pid of order.servers) process.kill(pid, 'SIGUSR2');
    await sleep(1_500);
  }
  return usage().rss;
}

/** How often everything is done before it is counted: what is compared are servers that have been at work, compiled and grown. */
const warmUpConnections = 5_000;
const warmUpSeconds = 10;

async function warmUp(): Promise<void> {
  const first = await enterAll(entries.slice(0, warmUpConnections));
  for (const { socket } of first) socket.close();
  await sleep(4_000);
}

/** Each room's sockets on nodes of their own, as far as there are, and all nodes with as many. */
const entries = Array.from({ length: order.socketsPerRoom }, (_, copy) =>
  order.rooms.map((room, index) => ({ room, turn: index + copy })),
).flat();

/** Connects and joins, 100 at a time. */
async function enterAll(wanted: typeof entries): Promise<typeof members> {
  const entered: typeof members = [];
  const queue = wanted.values();
  const enterSome = async (): Promise<void> => {
    for (const { room, turn } of queue) entered.push({ socket: await enter(room, turn), conversationId: room.id });
  };
  await Promise.all(Array.from({ length: 100 }, enterSome));
  return entered;
}

/** Connects to one of the nodes in turn and joins a room. */
async function enter(room: LoadOrder['rooms'][number], turn: number): Promise<LoadSocket> {
  const headers = { Origin: 'http://localhost', 'Sec-WebSocket-Protocol': `parley.v1, token.${room.token}` };
  const port = order.ports[turn % order.ports.length] ?? 0;
  const socket = await open(port, order.dialect === 'parley' ? headers : {});
  await ask(socket, encode('join_conversation', { conversationId: room.id }));
  return socket;
}

/** Connects everybody, room by room over all nodes in turn, 100 at a time. */
async function connect(): Promise<
  Pick<LoadResult, 'connectionsPerSecond' | 'cpuMicrosecondsPerConnection' | 'bytesPerConnection'>
> {
  await warmUp();
  const before = await settledBytes();
  const [began, start] = [performance.now(), usage()];
  members.push(...(await enterAll(entries)));
  const [seconds, end] = [(performance.now() - began) / 1000, usage()];
  await sleep(4_000);
  return {
    connectionsPerSecond: entries.length / seconds,
    cpuMicrosecondsPerConnection: ((end.cpu - start.cpu) * 1e6) / entries.length,
    bytesPerConnection: ((await settledBytes()) - before) / entries.length,
  };
}

/** Keeps 400 messages under way. */
async function saturate(): Promise<Pick<LoadResult, 'deliveredPerSecond' | 'cpuMicrosecondsPerDelivery'>> {
  let delivered = 0;
  let turn = 0;
  onMessage = () => {
    delivered += 1;
    // A message is over when all of its room have it; counting makes one send per room's worth of deliveries.
    if (delivered % order.socketsPerRoom === 0) publishMessage(turn++);
  };
  for (let index = 0; index < 400; index += 1) publishMessage(turn++);
  await sleep(warmUpSeconds * 1_000);
  const [from, began, start] = [delivered, performance.now(), usage()];
  await sleep(order.seconds * 1000);
  const [count, ms, end] = [delivered - from, performance.now() - began, usage()];
  onMessage = () => undefined;
  await sleep(1_000);
  return {
    deliveredPerSecond: count / (ms / 1000),
    cpuMicrosecondsPerDelivery: ((end.cpu - start.cpu) * 1e6) / count,
  };
}

async function measureLatency(): Promise<Pick<LoadResult, 'p50' | 'p99'>> {
  const sentAt = new Map<string, number>();
  const took: number[] = [];
  let isCounting = false;
  onMessage = (payload) => {
    const at = payload.indexOf('"content":"') + 11;
    const began = sentAt.get(payload.toString('latin1', at, at + 12));
    if (began !== undefined && isCounting) took.push(performance.now() - began);
  };
  const total = order.rate * (order.seconds + 2);
  const start = performance.now();
  let turn = 7;
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - start) / 1000) * order.rate));
    for (; sent < due; sent += 1) {
      const now = performance.now();
      sentAt.set(String(publishMessage(turn++)).padStart(12, '0'), now);
    }
    if (performance.now() - start > 2_000) isCounting = true;
    await sleep(1);
  }
  await sleep(1_000);
  onMessage = () => undefined;
  took.sort((one, other) => one - other);
  const quantile = (share: number): number => took[Math.floor(took.length * share)] ?? Number.NaN;
  return { p50: quantile(0.5), p99: quantile(0.99) };
}

/** Representatives on all nodes hear of every message; 60 messages under way, as seen by the slowest node. */
async function fanOut(): Promise<Pick<LoadResult, 'inboxPerSecond' | 'inboxCpuMicroseconds'>> {
  const staff = await Promise.all(
    order.staff.map(async (cookie, index) => {
      const socket = await open(
        order.ports[index % order.ports.length] ?? 0,
        order.dialect === 'parley' ? { Cookie: cookie } : {},
      );
      if (order.dialect !== 'parley') await ask(socket, encode('join_inbox'));
      return socket;
    }),
  );
  const lastOfNodes = new Map(staff.slice(-order.ports.length).map((socket) => [socket, 0]));
  let [heard, sent, turn] = [0, 0, 0];
  onUpdate = (socket) => {
    heard += 1;
    const count = lastOfNodes.get(socket);
    if (count === undefined) return;
    lastOfNodes.set(socket, count + 1);
    const slowest = Math.min(...lastOfNodes.values());
    for (; sent < slowest + 60; sent += 1) publishMessage(turn++);
  };
  for (; sent < 60; sent += 1) publishMessage(turn++);
  await sleep(2_000);
  const [from, began, start] = [heard, performance.now(), usage()];
  await sleep(order.seconds * 1000);
  const [count, ms, end] = [heard - from, performance.now() - began, usage()];
  onUpdate = () => undefined;
  return { inboxPerSecond: count / (ms / 1000), inboxCpuMicroseconds: ((end.cpu - start.cpu) * 1e6) / count };
}

const result = {
  ...(await connect()),
  ...(order.phases.includes('saturation') ? await saturate() : {}),
  // Measured after some work, as in production.
  ...(order.phases.includes('latency') ? await measureLatency() : {}),
  ...(order.phases.includes('inbox') ? await fanOut() : {}),
};
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
