import { followConversation } from '@parley/client/follow';
import { openLive } from '@parley/client/live';
import { visitorSubprotocol } from '@parley/contracts/socket';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type RunningGateway, shopOrigin, TestInstallation, waitFor } from './support/installation.ts';

const count = 500;

let installation: TestInstallation;
let doomed: RunningGateway;
let steady: RunningGateway;
beforeAll(async () => {
  installation = await TestInstallation.open();
  [doomed, steady] = [await installation.gateway(), await installation.gateway()];
});
afterAll(() => installation.close());

test(`${count} clients of a killed gateway are back on another within 15 seconds, with what was written in between`, async () => {
  const { db, secrets } = installation.context;
  const { websiteId } = installation;
  const made = Array.from({ length: count }, () => ({ websiteId }));
  const visitors = await db.insertInto('visitors').values(made).returning('id').execute();
  const conversations = await db
    .insertInto('conversations')
    .values(
      visitors.map(({ id }) => ({
        visitorId: id,
        websiteId,
        websiteDomain: 'shop.example.com',
        status: 'active' as const,
        isAiAssisted: false,
      })),
    )
    .returning(['id', 'visitorId'])
    .execute();
  let address = doomed.url;
  const clients = await Promise.all(
    conversations.map(async ({ id, visitorId }) => {
      const visitor = { visitorId: visitorId!, websiteId };
      const token = secrets.issueVisitorToken(visitor);
      const connect = () => {
        const socket = new WebSocket(address, [visitorSubprotocol, `token.${token}`], { origin: shopOrigin });
        return socket as unknown as globalThis.WebSocket;
      };
      const live = openLive({ url: 'ws://either', connect });
      const followed = followConversation({
        live,
        conversationId: id,
        side: 'customer',
        fetchMessages: async () => [],
      });
      return { live, followed, visitor: { ...visitor, token } };
    }),
  );
  const everybodyIs = (what: string, holds: (client: (typeof clients)[number]) => boolean): Promise<true> =>
    waitFor(() => clients.every(holds) || undefined, what, 30_000);
  await everybodyIs('everybody to be in', ({ followed }) => followed.state.isJoined);

  address = steady.url;
  const began = performance.now();
  await doomed.stop();
  const writers = clients.filter((_, index) => index % 10 === 0);
  for (const { visitor } of writers) await installation.writeAsVisitor(visitor, 'During the cut');
  await everybodyIs('everybody to be back', ({ followed }) => followed.state.isJoined);
  expect(performance.now() - began).toBeLessThan(15_000);
  await waitFor(
    () => writers.every(({ followed }) => followed.state.messages.length === 1) || undefined,
    'everybody to have everything',
  );
  for (const { live, followed } of clients) {
    followed.close();
    live.close();
  }
});
