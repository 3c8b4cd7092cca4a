import { randomUUID } from 'node:crypto';
import { publishControl } from '@parley/core/context';
import { broadcastToInbox } from '@parley/core/live/broadcast';
import { findConversation } from '@parley/db/conversations/read';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Connection } from '../src/sockets/connection.ts';
import { type RunningGateway, TestInstallation, type TestSocket, waitFor } from './support/installation.ts';

let installation: TestInstallation;
let here: RunningGateway;
let there: RunningGateway;
beforeAll(async () => {
  installation = await TestInstallation.open();
  [here, there] = [await installation.gateway(), await installation.gateway()];
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => installation.close());

const updatesOf = (socket: TestSocket, id: string) =>
  socket.all('conversation_updated').filter(({ conversation }) => conversation.id === id);

describe('the inbox', () => {
  test('it reaches every representative on every node without asking, and no visitor', async () => {
    const [ada, bob] = [await installation.representative('Ada'), await installation.representative('Bob')];
    const visitor = await installation.visitor();
    const [one, other, customer] = await Promise.all([
      installation.staffSocket(here, ada),
      installation.staffSocket(there, bob),
      installation.visitorSocket(here, visitor),
    ]);
    const message = await customer.writes(undefined, 'Hello?');
    for (const socket of [one, other]) {
      const { conversation } = await socket.next('conversation_created');
      expect(conversation).toMatchObject({ id: message.conversationId, unreadCount: 1, lastSeq: 1, messages: [] });
    }
    await broadcastToInbox(installation.context, { type: 'settings_updated', section: 'widgetConfig' });
    await other.next('settings_updated');
    expect(customer.frames.map(({ type }) => type)).toEqual(['message_ack']);
  });

  test('it is listened to by nodes with representatives only, from before the first is let in', async () => {
    const node = await installation.gateway();
    const channels = (): number => node.context.publisher.size;
    const before = channels();
    await installation.visitorSocket(node, await installation.visitor());
    expect(channels()).toBe(before);
    const socket = await installation.staffSocket(node, await installation.representative());
    expect(channels()).toBe(before + 1);
    await broadcastToInbox(installation.context, { type: 'settings_updated', section: 'widgetConfig' });
    await socket.next('settings_updated');
  });

  test('it tells of one conversation at most five times a second, always of its newest state in the end', async () => {
    const socket = await installation.staffSocket(here, await installation.representative());
    const message = await installation.writeAsVisitor(await installation.visitor(), 'one');
    const conversation = (await findConversation(installation.context.db, message.conversationId))!;
    const began = Date.now();
    for (let lastSeq = 1; lastSeq <= 400; lastSeq += 1) {
      await broadcastToInbox(installation.context, {
        type: 'conversation_updated',
        conversation: { ...conversation, lastSeq },
      });
    }
    await waitFor(
      () => updatesOf(socket, conversation.id).find((frame) => frame.conversation.lastSeq === 400),
      'the newest state',
    );
    const seen = updatesOf(socket, conversation.id).map((frame) => frame.conversation.lastSeq);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(seen.length).toBeLessThanOrEqual(Math.ceil((Date.now() - began) / 200) + 1);
  });

  test('it is written to a socket at most every 10 ms, whatever many conversations have to say', async () => {
    const socket = await installation.staffSocket(here, await installation.representative());
    const { conversationId } = await installation.writeAsVisitor(await installation.visitor(), 'one');
    const conversation = (await findConversation(installation.context.db, conversationId))!;
    const ids = Array.from({ length: 200 }, () => randomUUID());
    const flush = vi.spyOn(Connection.prototype, 'flush');
    const began = performance.now();
    for (const id of ids) {
      await broadcastToInbox(installation.context, {
        type: 'conversation_updated',
        conversation: { ...conversation, id },
      });
    }
    for (const id of ids) await waitFor(() => updatesOf(socket, id)[0], 'each conversation');
    const writesUntilNow = Math.ceil((performance.now() - began) / 10) + 1;
    const sockets = new Set(flush.mock.contexts).size;
    expect(sockets).toBeGreaterThan(0);
    expect(flush.mock.calls.length).toBeLessThanOrEqual(writesUntilNow * sockets);
  });

  test('it lets no older state take the place of a newer one that is still to be told', async () => {
    const socket = await installation.staffSocket(here, await installation.representative());
    const message = await installation.writeAsVisitor(await installation.visitor(), 'one');
    const conversation = (await findConversation(installation.context.db, message.conversationId))!;
    for (const lastActivityNo of [1, 3, 2]) {
      await broadcastToInbox(installation.context, {
        type: 'conversation_updated',
        conversation: { ...conversation, lastActivityNo },
      });
    }
    const received = () => updatesOf(socket, conversation.id).map((frame) => frame.conversation.lastActivityNo);
    await waitFor(() => (received().includes(3) ? true : undefined), 'the newest state');
  });

  test('it tells of no conversation after its deletion', async () => {
    const socket = await installation.staffSocket(here, await installation.representative());
    const { conversationId } = await installation.writeAsVisitor(await installation.visitor(), 'one');
    const conversation = (await findConversation(installation.context.db, conversationId))!;
    await broadcastToInbox(installation.context, { type: 'conversation_updated', conversation });
    await broadcastToInbox(installation.context, { type: 'conversation_updated', conversation });
    await broadcastToInbox(installation.context, { type: 'conversation_deleted', conversationId });
    await socket.next('conversation_deleted');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(socket.frames.at(-1)?.type).toBe('conversation_deleted');
  });

  test('it serializes an event once, however many sockets of however many nodes it goes to', async () => {
    const ada = await installation.representative();
    const sockets = await Promise.all(Array.from({ length: 25 }, () => installation.staffSocket(here, ada)));
    const { conversationId } = await installation.writeAsVisitor(await installation.visitor(), 'one');
    await Promise.all(sockets.map((socket) => socket.join(conversationId)));
    await Promise.all(sockets.map((socket) => socket.next('presence')));
    const writer = await installation.staffSocket(there, ada);
    const stringify = vi.spyOn(JSON, 'stringify');
    const content = `marked ${randomUUID()}`;
    await writer.writes(conversationId, content);
    await Promise.all(sockets.map((socket) => socket.next('new_message')));
    const isOfEvent = (text: unknown): boolean =>
      typeof text === 'string' && text.includes('"new_message"') && text.includes(content);
    expect(stringify.mock.results.filter(({ value }) => isOfEvent(value))).toHaveLength(1);
  });
});

test('the gateway exposes its metrics', async () => {
  await publishControl(installation.context, { type: 'settings_changed' });
  const text = await here.metrics.registry.metrics();
  for (const name of [
    'connections',
    'frames_in_total',
    'frames_out_total',
    'buffered_bytes',
    'rooms',
    'events_total',
  ]) {
    expect(text).toContain(`parley_realtime_${name}`);
  }
  expect(text).toMatch(/parley_realtime_send_to_deliver_seconds_count\S* [1-9]/);
});
