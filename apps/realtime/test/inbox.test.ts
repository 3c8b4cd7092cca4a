import { randomUUID } from 'node:crypto';
import { announceControl } from '@parley/core/context';
import { toInbox } from '@parley/core/events/broadcast';
import { findConversation } from '@parley/db/conversations/read';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import * as encode from '../src/sockets/encode.ts';
import { type RunningGateway, Stage, type TestSocket, until } from './stage.ts';

vi.mock('../src/sockets/encode.ts', { spy: true });

let stage: Stage;
let here: RunningGateway;
let there: RunningGateway;
beforeAll(async () => {
  stage = await Stage.open();
  [here, there] = [await stage.gateway(), await stage.gateway()];
});
afterEach(() => void vi.clearAllMocks());
afterAll(() => stage.close());

const updatesOf = (socket: TestSocket, id: string) =>
  socket.all('conversation_updated').filter(({ conversation }) => conversation.id === id);

describe('the inbox', () => {
  test('reaches every representative on every node without asking, and no visitor', async () => {
    const [ada, bob] = [await stage.person('Ada'), await stage.person('Bob')];
    const visitor = await stage.visitor();
    const [one, other, customer] = await Promise.all([
      stage.staffSocket(here, ada),
      stage.staffSocket(there, bob),
      stage.visitorSocket(here, visitor),
    ]);
    const message = await customer.says(undefined, 'Hello?');
    for (const socket of [one, other]) {
      const { conversation } = await socket.next('conversation_created');
      expect(conversation).toMatchObject({ id: message.conversationId, unreadCount: 1, lastSeq: 1, messages: [] });
    }
    await toInbox(stage.context, { type: 'settings_updated', section: 'widgetConfig' });
    await other.next('settings_updated');
    expect(customer.frames.map(({ type }) => type)).toEqual(['message_ack']);
  });

  test('is listened to by nodes with representatives only, from before the first is let in', async () => {
    const node = await stage.gateway();
    const channels = (): number => node.context.publisher.size;
    const before = channels();
    await stage.visitorSocket(node, await stage.visitor());
    expect(channels()).toBe(before);
    const socket = await stage.staffSocket(node, await stage.person());
    expect(channels()).toBe(before + 1);
    await toInbox(stage.context, { type: 'settings_updated', section: 'widgetConfig' });
    await socket.next('settings_updated');
  });

  test('tells of one conversation at most five times a second, always of its newest state in the end', async () => {
    const socket = await stage.staffSocket(here, await stage.person());
    const message = await stage.says(await stage.visitor(), 'one');
    const conversation = (await findConversation(stage.context.db, message.conversationId))!;
    const began = Date.now();
    for (let lastSeq = 1; lastSeq <= 400; lastSeq += 1) {
      await toInbox(stage.context, { type: 'conversation_updated', conversation: { ...conversation, lastSeq } });
    }
    await until(
      () => updatesOf(socket, conversation.id).find((frame) => frame.conversation.lastSeq === 400),
      'the newest state',
    );
    const seen = updatesOf(socket, conversation.id).map((frame) => frame.conversation.lastSeq);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(seen.length).toBeLessThanOrEqual(Math.ceil((Date.now() - began) / 200) + 1);
  });

  test('tells of no conversation after its deletion', async () => {
    const socket = await stage.staffSocket(here, await stage.person());
    const { conversationId } = await stage.says(await stage.visitor(), 'one');
    const conversation = (await findConversation(stage.context.db, conversationId))!;
    await toInbox(stage.context, { type: 'conversation_updated', conversation });
    await toInbox(stage.context, { type: 'conversation_updated', conversation });
    await toInbox(stage.context, { type: 'conversation_deleted', conversationId });
    await socket.next('conversation_deleted');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(socket.frames.at(-1)?.type).toBe('conversation_deleted');
  });

  test('serialises an event once per node, however many sockets it goes to', async () => {
    const ada = await stage.person();
    const sockets = await Promise.all(Array.from({ length: 25 }, () => stage.staffSocket(here, ada)));
    const { conversationId } = await stage.says(await stage.visitor(), 'one');
    await Promise.all(sockets.map((socket) => socket.join(conversationId)));
    await Promise.all(sockets.map((socket) => socket.next('presence')));
    const writer = await stage.staffSocket(there, ada);
    vi.clearAllMocks();
    const content = `marked ${randomUUID()}`;
    await writer.says(conversationId, content);
    await Promise.all(sockets.map((socket) => socket.next('new_message')));
    const encodings = vi.mocked(encode.encodeText).mock.calls.filter(([text]) => text.includes('"new_message"'));
    expect(encodings.filter(([text]) => text.includes(content))).toHaveLength(1);
  });
});

test('the gateway tells its figures', async () => {
  await announceControl(stage.context, { type: 'settings_changed' });
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
