/**
 * A gateway dies with all its clients: how long until they are back on the other, joined and caught up.
 *
 *   npm run bench -- realtime/storm [--clients 5000] [--write]
 *
 * The clients are the product's own, with its full-jitter back-off; a message is posted to each conversation of the
 * dead gateway while nobody of it is connected, and every client must have it in the end.
 */
import { parseArgs } from 'node:util';
import { followConversation } from '@parley/client/follow';
import { type LiveSocket, openLive } from '@parley/client/live';
import { visitorSubprotocol } from '@parley/contracts/socket';
import { broadcastToConversation } from '@parley/core/live/broadcast';
import { insertMessage } from '@parley/db/messages/insert';
import { WebSocket } from 'ws';
import { parleyStoring, start, stop } from './contenders.ts';
import { createInstallation } from './installation.ts';
import { circumstances, writePart } from '../page.ts';

const { values } = parseArgs({
  options: { clients: { type: 'string', default: '5000' }, write: { type: 'boolean', default: false } },
});
const count = Number(values.clients);
const installation = await createInstallation({ rooms: count, staff: 0 });
const ports = [4_880, 4_881];
const [doomed, ...rest] = await Promise.all(ports.map(async (port) => start(parleyStoring, [port], installation.env)));
try {
  let alive = ports;
  const clients = installation.rooms.map(({ id, token }, index) => {
    let attempt = index;
    const live = openLive({
      url: 'ws://any',
      connect: () => {
        const port = alive[attempt++ % alive.length];
        const protocols = [visitorSubprotocol, `token.${token}`];
        return new WebSocket(`ws://127.0.0.1:${port}/ws`, protocols, {
          origin: 'http://localhost',
        }) as unknown as LiveSocket;
      },
    });
    const followed = followConversation({ live, conversationId: id, side: 'customer', fetchMessages: async () => [] });
    return { live, followed, id };
  });
  const until = async (what: string, check: () => boolean): Promise<void> => {
    const deadline = Date.now() + 120_000;
    while (!check()) {
      if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await until('everybody is in', () => clients.every(({ followed }) => followed.state.isJoined));
  const hit = clients.filter((_, index) => index % 2 === 0);
  const began = performance.now();
  alive = ports.slice(1);
  await stop(doomed ?? []);
  await Promise.all(
    hit.slice(0, 500).map(async ({ id }) => {
      const posted = await insertMessage(installation.context.db, {
        conversationId: id,
        content: 'During the storm',
        clientMessageId: crypto.randomUUID(),
        via: 'dashboard',
        senderType: 'representative',
        senderId: null,
        senderName: 'Ada',
        basedOnSeq: undefined,
        reopenAs: undefined,
      });
      if (posted.outcome !== 'stored') throw new Error('The message was not stored.');
      await broadcastToConversation(installation.context, id, {
        type: 'new_message',
        conversationId: id,
        message: posted.message,
      });
    }),
  );
  await until('everybody is back', () => clients.every(({ followed }) => followed.state.isJoined));
  const seconds = (performance.now() - began) / 1000;
  await until('everybody has everything', () =>
    hit.slice(0, 500).every(({ followed }) => followed.state.messages.length === 1),
  );
  const text = `Storm: of ${count} clients the ${hit.length} of a gateway killed with -9 were back on the other, joined and caught up, after ${seconds.toFixed(1)} s, and had every message written in between; ${circumstances()}.`;
  console.log(text);
  if (values.write) writePart('gateway storm', text);
  for (const { live, followed } of clients) {
    followed.close();
    live.close();
  }
} finally {
  await Promise.all([stop(doomed ?? []), ...rest.map(stop)]);
  await installation.context.close();
}
process.exit();
