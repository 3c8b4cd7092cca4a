import type { Message } from '@parley/contracts/entities';
import type { ClientFrameOf } from '@parley/contracts/frames';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Live, LiveEvents, LiveState } from '../src/live.ts';
import { createOutbox, type Outbox, type OutboxOptions } from '../src/outbox.ts';
import { Refusal } from '../src/refusal.ts';
import { conversationId, message } from './messages.ts';
import { memoryStorage } from './storage.ts';

/** A connection that records what is sent and says what the test says. */
function scriptedLive() {
  const sent: ClientFrameOf<'send_message'>[] = [];
  const listeners: { [E in keyof LiveEvents]: Set<(value: LiveEvents[E]) => void> } = {
    frame: new Set(),
    state: new Set(),
    sync: new Set(),
  };
  const live: Live & { state: LiveState } = {
    state: 'online',
    send(frame) {
      if (live.state === 'online' && frame.type === 'send_message') sent.push(frame);
      return live.state === 'online';
    },
    on(event, listener) {
      listeners[event].add(listener);
      return () => listeners[event].delete(listener);
    },
    reconnect: () => undefined,
    close: () => undefined,
  };
  return {
    live,
    sent,
    receive: (frame: LiveEvents['frame']) => listeners.frame.forEach((listener) => listener(frame)),
    syncs: () => listeners.sync.forEach((listener) => listener(undefined)),
  };
}

let network: ReturnType<typeof scriptedLive>;
let stored: Message[];
let outbox: Outbox;
const post = vi.fn<OutboxOptions['post']>();
const open = (more: Partial<OutboxOptions> = {}): Outbox =>
  createOutbox({ live: network.live, post, stored: (each) => stored.push(each), random: () => 1, ...more });
const ack = (clientMessageId: string, seq: number) =>
  network.receive({ type: 'message_ack', clientMessageId, message: message(seq, { clientMessageId }) });
const contents = () => network.sent.map(({ content }) => content);

beforeEach(() => {
  vi.useFakeTimers();
  network = scriptedLive();
  stored = [];
  post.mockReset().mockRejectedValue(new Error('no network'));
});
afterEach(() => {
  outbox.close();
  vi.useRealTimers();
});

describe('the outbox', () => {
  test('a message waits for its files to be announced, and what is written after it waits behind it', () => {
    outbox = open({ storage: memoryStorage() });
    const { clientMessageId } = outbox.send({
      conversationId,
      content: 'See here',
      awaitsFiles: true,
      more: { attachments: [{ id: 'made up here' }] },
    });
    outbox.send({ conversationId, content: 'Do you?' });
    network.syncs();
    expect(contents()).toEqual([]);
    outbox.complete(clientMessageId, [{ id: conversationId }]);
    expect(network.sent).toMatchObject([{ clientMessageId, attachments: [{ id: conversationId }] }]);
    ack(clientMessageId, 1);
    expect(contents()).toEqual(['See here', 'Do you?']);
  });

  test('a message with files that cannot be read fails, holds nothing up, and goes once they can', () => {
    outbox = open();
    const { clientMessageId } = outbox.send({ conversationId, content: 'See here', awaitsFiles: true });
    outbox.send({ conversationId, content: 'Hello?' });
    outbox.complete(clientMessageId);
    expect(outbox.pending.map(({ state }) => state)).toEqual(['failed', 'sending']);
    expect(contents()).toEqual(['Hello?']);
    outbox.retry(clientMessageId);
    outbox.complete(clientMessageId, [{ id: conversationId }]);
    ack(outbox.pending[1]?.clientMessageId ?? '', 1);
    expect(contents()).toEqual(['Hello?', 'See here']);
  });

  test('it sends a message under a new id when its id stands for another one, and the other side’s is not taken for it', () => {
    outbox = open({ storage: memoryStorage() });
    const { clientMessageId } = outbox.send({ conversationId, content: 'mine ' });
    const theirs = message(1, { clientMessageId, content: 'theirs' });
    network.receive({ type: 'new_message', conversationId, message: theirs });
    network.receive({ type: 'error', code: 'conflict', message: 'Taken', clientMessageId });
    expect(contents()).toEqual(['mine ', 'mine ']);
    const again = network.sent[1]?.clientMessageId ?? '';
    expect(again).not.toBe(clientMessageId);
    expect(outbox.pending).toMatchObject([{ clientMessageId: again, content: 'mine ', state: 'sending' }]);
    network.receive({
      type: 'new_message',
      conversationId,
      message: message(2, { clientMessageId: again, content: 'mine' }),
    });
    expect(outbox.pending).toEqual([]);
    expect(stored.map(({ seq }) => seq)).toEqual([2]);
  });

  test('it sends one message of a conversation at a time, so that they are stored in the order of writing', () => {
    outbox = open();
    const first = outbox.send({ conversationId, content: 'one' });
    outbox.send({ conversationId, content: 'two' });
    outbox.send({ conversationId: '01960d2c-5f3a-7c41-9a53-2f6d1c0b7e12', content: 'elsewhere' });
    expect(contents()).toEqual(['one', 'elsewhere']);
    ack(first.clientMessageId, 1);
    expect(contents()).toEqual(['one', 'elsewhere', 'two']);
    expect(stored.map(({ seq }) => seq)).toEqual([1]);
    expect(outbox.pending.map(({ content }) => content)).toEqual(['two', 'elsewhere']);
  });

  test('it keeps a visitor’s messages in order while their conversation has no name yet', () => {
    outbox = open();
    const first = outbox.send({ conversationId: null, content: 'one' });
    outbox.send({ conversationId, content: 'two' });
    expect(contents()).toEqual(['one']);
    expect(network.sent[0]).not.toHaveProperty('conversationId');
    ack(first.clientMessageId, 1);
    expect(contents()).toEqual(['one', 'two']);
  });

  test('it sends again after a reconnect with the same clientMessageId, and forgets on the first acknowledgement', () => {
    outbox = open();
    network.live.state = 'reconnecting';
    const written = outbox.send({ conversationId, content: 'one' });
    expect(network.sent).toEqual([]);
    network.live.state = 'online';
    network.syncs();
    network.syncs();
    expect(network.sent.map((each) => each.clientMessageId)).toEqual([
      written.clientMessageId,
      written.clientMessageId,
    ]);
    ack(written.clientMessageId, 1);
    ack(written.clientMessageId, 1);
    expect(outbox.pending).toEqual([]);
    expect(stored).toHaveLength(1);
  });

  test('it takes the message itself for its acknowledgement when that was lost', () => {
    outbox = open();
    const { clientMessageId } = outbox.send({ conversationId, content: 'one' });
    const { clientMessageId: second } = outbox.send({ conversationId, content: 'two' });
    network.receive({ type: 'new_message', conversationId, message: message(1, { clientMessageId, content: 'one' }) });
    const cursors = { customerDeliveredSeq: 0, customerReadSeq: 0, staffDeliveredSeq: 0, staffReadSeq: 0 };
    const page = [message(2, { clientMessageId: second, content: 'two' })];
    network.receive({ type: 'joined', conversationId, lastSeq: 2, messages: page, ...cursors });
    expect(outbox.pending).toEqual([]);
  });

  test('it waits for no door that does not answer: after 10 seconds the message goes again', async () => {
    outbox = open();
    const { clientMessageId } = outbox.send({ conversationId, content: 'one' });
    post.mockImplementation(() => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(post).toHaveBeenCalledTimes(1);
    network.syncs();
    expect(network.sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(10_000 + 8_000);
    expect(network.sent.map((each) => each.clientMessageId)).toEqual(Array(3).fill(clientMessageId));
    ack(clientMessageId, 1);
    expect(outbox.pending).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(network.sent).toHaveLength(3);
  });

  test('it falls back to HTTP after 5 seconds with the same clientMessageId', async () => {
    outbox = open();
    const written = outbox.send({ conversationId, content: 'one' });
    post.mockImplementation(async ({ clientMessageId }) => message(1, { clientMessageId }));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(post).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(post.mock.calls[0]?.[0].clientMessageId).toBe(written.clientMessageId);
    expect(outbox.pending).toEqual([]);
    expect(stored).toHaveLength(1);
  });

  test('it stays honest while nothing can be reached, and keeps trying', async () => {
    outbox = open();
    network.live.state = 'reconnecting';
    outbox.send({ conversationId, content: 'one' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(post.mock.calls.length).toBeGreaterThan(2);
    expect(outbox.pending[0]?.state).toBe('sending');
  });

  test('it sends what survived a reload even when another entry is spoilt', () => {
    const storage = memoryStorage();
    storage.setItem('ada:0', '{');
    outbox = open({ storage, storageKey: 'ada:' });
    outbox.send({ conversationId, content: 'one' });
    outbox.close();
    outbox = open({ storage, storageKey: 'ada:' });
    expect(outbox.pending.map(({ content }) => content)).toEqual(['one']);
  });

  test('it survives a reload, and tabs that share the storage send the same message', () => {
    const storage = memoryStorage();
    network.live.state = 'offline';
    outbox = open({ storage, storageKey: 'ada:' });
    const written = ['one', 'two', 'three'].map((content) => outbox.send({ conversationId, content }).clientMessageId);
    outbox.close();

    network.live.state = 'online';
    outbox = open({ storage, storageKey: 'ada:' });
    const other = open({ storage, storageKey: 'ada:' });
    const stranger = open({ storage, storageKey: 'bob:' });
    expect(outbox.pending.map(({ content }) => content)).toEqual(['one', 'two', 'three']);
    expect(stranger.pending).toEqual([]);
    for (const [index, clientMessageId] of written.entries()) ack(clientMessageId, index + 1);
    expect([outbox.pending, other.pending, storage.length]).toEqual([[], [], 0]);
    expect(new Set(network.sent.map(({ clientMessageId }) => clientMessageId))).toEqual(new Set(written));
    other.close();
  });

  test('it works on without storage when there is none, or it is full', () => {
    const storage = memoryStorage();
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    outbox = open({ storage });
    outbox.send({ conversationId, content: 'one' });
    expect(contents()).toEqual(['one']);
  });

  test('a reply to a conversation that a colleague has answered is held, and sent again with what was then seen', () => {
    outbox = open();
    const { clientMessageId } = outbox.send({ conversationId, content: 'one', basedOnSeq: 3 });
    const between = [message(4)];
    network.receive({
      type: 'error',
      code: 'conversation_moved',
      message: 'Ada answered.',
      clientMessageId,
      messages: between,
    });
    expect(outbox.pending[0]).toMatchObject({ state: 'held', code: 'conversation_moved', between });
    outbox.retry(clientMessageId, 4);
    expect(network.sent.at(-1)).toMatchObject({ clientMessageId, basedOnSeq: 4 });
    expect(outbox.pending[0]).toMatchObject({ state: 'sending' });
  });

  test('it waits as long as a limit asks and then sends by itself, later messages behind it', async () => {
    outbox = open();
    const { clientMessageId } = outbox.send({ conversationId, content: 'one' });
    outbox.send({ conversationId, content: 'two' });
    network.receive({ type: 'error', code: 'rate_limited', message: 'Too fast.', clientMessageId, retryAfterMs: 700 });
    await vi.advanceTimersByTimeAsync(699);
    expect(contents()).toEqual(['one']);
    await vi.advanceTimersByTimeAsync(1);
    expect(contents()).toEqual(['one', 'one']);
    ack(clientMessageId, 1);
    expect(contents()).toEqual(['one', 'one', 'two']);
  });

  test('it reports a refusal for good with its reason, over both doors, and lets the next message pass', async () => {
    outbox = open();
    const { clientMessageId } = outbox.send({ conversationId, content: 'one' });
    const second = outbox.send({ conversationId, content: 'two' });
    network.receive({ type: 'error', code: 'not_found', message: 'It was deleted.', clientMessageId });
    expect(outbox.pending[0]).toMatchObject({ state: 'failed', code: 'not_found', reason: 'It was deleted.' });
    expect(contents()).toEqual(['one', 'two']);
    post.mockRejectedValue(new Refusal('conversation_closed', 'It is closed.'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(outbox.pending[1]).toMatchObject({ state: 'failed', code: 'conversation_closed' });
    outbox.discard(clientMessageId);
    outbox.discard(second.clientMessageId);
    expect(outbox.pending).toEqual([]);
  });

  test('it tries again by itself when the server is only temporarily unable', async () => {
    outbox = open();
    const { clientMessageId } = outbox.send({ conversationId, content: 'one' });
    network.receive({ type: 'error', code: 'unavailable', message: 'Back soon.', clientMessageId });
    expect(outbox.pending[0]?.state).toBe('sending');
    await vi.advanceTimersByTimeAsync(500);
    expect(contents()).toEqual(['one', 'one']);
  });
});
