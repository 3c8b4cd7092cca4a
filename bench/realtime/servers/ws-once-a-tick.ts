/**
 * Rival: `ws` under Fastify, each frame serialised once, and all messages of one turn of the event loop published in one
 * go on one channel that every process hears. It passes messages on and does nothing else.
 *
 * With `GUARANTEES` it also does what nobody can leave out who promises what the gateway does: a limit that all processes
 * keep together, a frame for the inbox, and an acknowledgement once Redis has taken both. All of a turn in one go, too.
 */
import websocket from '@fastify/websocket';
import { fastify } from 'fastify';
import { Redis } from 'ioredis';
import type { WebSocket } from 'ws';
import { type Asked, framesOf } from '../frames.ts';

const prefix = process.env.REDIS_PREFIX ?? 'bench';
const channel = `${prefix}:all`;
const address = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';
const [publisher, subscriber] = [new Redis(address), new Redis(address)];
const rooms = new Map<string, Set<WebSocket>>();

/** Collects single requests, and executes all those of a turn at its end. */
function onceATick<Item, Answer>(all: (items: Item[]) => Answer): (item: Item) => Promise<Awaited<Answer>> {
  let pending: Item[] = [];
  let answer = Promise.withResolvers<Awaited<Answer>>();
  const flush = (): void => {
    const [items, { resolve }] = [pending, answer];
    [pending, answer] = [[], Promise.withResolvers()];
    void Promise.resolve(all(items)).then(resolve);
  };
  return (item) => {
    if (pending.push(item) === 1) setImmediate(flush);
    return answer.promise;
  };
}

/** Publishes messages as `conversationId frame`, one per line. */
const publish = onceATick((lines: string[]) => publisher.publish(channel, lines.join('\n')));

/** Counts messages by the second. Answers which may pass. */
const countScript = `
local counts = {}
for index, key in ipairs(KEYS) do
  counts[index] = redis.call('INCR', key)
  if counts[index] == 1 then redis.call('PEXPIRE', key, 1000) end
end
return counts`;
const perSecondMax = 20;

const count = onceATick(async (conversationIds: string[]) => {
  const keys = conversationIds.map((id) => `${prefix}:count:${id}`);
  const counts = (await publisher.eval(countScript, keys.length, ...keys)) as number[];
  return new Map(conversationIds.map((id, index) => [id, counts[index] ?? 0]));
});

async function guarantee(socket: WebSocket, asked: Asked): Promise<void> {
  const { conversationId, clientMessageId } = asked;
  const counts = await count(conversationId);
  if ((counts.get(conversationId) ?? 0) > perSecondMax) return;
  const { message, toConversation, toInbox } = framesOf(asked);
  void publish(`inbox ${JSON.stringify(toInbox)}`);
  await publish(`${conversationId} ${JSON.stringify(toConversation)}`);
  socket.send(JSON.stringify({ type: 'message_ack', clientMessageId, message }));
}

subscriber.on('message', (_channel: string, text: string) => {
  for (const line of text.split('\n')) {
    const end = line.indexOf(' ');
    const sockets = rooms.get(line.slice(0, end));
    if (!sockets) continue;
    const frame = Buffer.from(line.slice(end + 1));
    for (const socket of sockets) socket.send(frame, { binary: false });
  }
});
await subscriber.subscribe(channel);

const app = fastify();
await app.register(websocket, { options: { perMessageDeflate: false } });
app.get('/ws', { websocket: true }, (socket) => {
  socket.on('message', (data: Buffer) => {
    const asked = JSON.parse(data.toString()) as Asked;
    if (asked.type === 'join_conversation') {
      rooms.set(asked.conversationId, (rooms.get(asked.conversationId) ?? new Set()).add(socket));
      socket.send('{"type":"joined"}');
      return;
    }
    if (process.env.GUARANTEES) void guarantee(socket, asked);
    else void publish(`${asked.conversationId} ${JSON.stringify(framesOf(asked).toConversation)}`);
  });
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
