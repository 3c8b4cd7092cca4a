import type { Message } from '@parley/contracts/entities';
import type { ClientFrame, ServerFrame } from '@parley/contracts/frames';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Followed, type FollowOptions, followConversation } from '../src/follow.ts';
import type { Live, LiveEvents, LiveState } from '../src/live.ts';
import { conversationId, message, messages, range, seqs } from './messages.ts';

let sent: ClientFrame[];
let receive: (frame: ServerFrame) => void;
let followed: Followed;
const fetchMessages = vi.fn<FollowOptions['fetchMessages']>();
const cursors = { customerDeliveredSeq: 0, customerReadSeq: 0, staffDeliveredSeq: 0, staffReadSeq: 0 };
const aiWrites = (at: number, text: string) => receive({ type: 'ai_delta', conversationId, replyId: 'r', at, text });
const joined = (page: Message[], lastSeq = page.at(-1)?.seq ?? 0) =>
  receive({ type: 'joined', conversationId, lastSeq, messages: page, ...cursors });

function follow(more: Partial<FollowOptions> = {}): void {
  const listeners: { [E in keyof LiveEvents]: Set<(value: LiveEvents[E]) => void> } = {
    frame: new Set(),
    state: new Set(),
    sync: new Set(),
  };
  const live: Live & { state: LiveState } = {
    state: 'online',
    send: (frame) => sent.push(frame) > 0,
    on(event, listener) {
      listeners[event].add(listener);
      return () => listeners[event].delete(listener);
    },
    reconnect: () => undefined,
    close: () => undefined,
  };
  receive = (frame) => listeners.frame.forEach((listener) => listener(frame));
  followed = followConversation({ live, conversationId, side: 'customer', fetchMessages, ...more });
}
const sentOf = (type: ClientFrame['type']) => sent.filter((frame) => frame.type === type);

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  fetchMessages.mockReset().mockResolvedValue([]);
});
afterEach(() => {
  followed.close();
  vi.useRealTimers();
});

describe('following a conversation', () => {
  test('it joins for the newest, or after what is known already', () => {
    follow();
    expect(sent).toEqual([{ type: 'join_conversation', conversationId }]);
    followed.close();
    follow({ initial: { messages: messages(3, 8) } });
    expect(sent.at(-1)).toEqual({ type: 'join_conversation', conversationId, afterSeq: 8 });
  });

  describe('a conversation with edited messages', () => {
    const edited = (seq: number, editNo: number) => message(seq, { content: `edit ${editNo}`, editNo });
    const contents = () => followed.state.messages.map(({ content }) => content);
    const update = (seq: number, editNo: number) =>
      receive({ type: 'message_updated', conversationId, message: edited(seq, editNo) });
    const joins = () => sentOf('join_conversation').slice(1);

    test('it shows them as they are now, in their places, and joins after the last edit', () => {
      follow();
      joined(messages(1, 3));
      update(2, 1);
      expect(contents()).toEqual(['message 1', 'edit 1', 'message 3']);
      followed.close();
      follow({ initial: { messages: [message(1), edited(2, 4), message(3)] } });
      expect(sent.at(-1)).toEqual({ type: 'join_conversation', conversationId, afterSeq: 3, afterEdit: 4 });
    });

    test('it joins again for an edit that another shows to be missing', () => {
      follow();
      joined(messages(1, 3));
      update(1, 3);
      expect(contents()).toEqual(['edit 3', 'message 2', 'message 3']);
      expect(joins()).toEqual([{ type: 'join_conversation', conversationId, afterSeq: 3 }]);
      const missed = [edited(3, 2), edited(1, 3)];
      receive({ type: 'joined', conversationId, lastSeq: 3, messages: [], editNo: 3, edited: missed, ...cursors });
      expect(contents()).toEqual(['edit 3', 'message 2', 'edit 2']);
      update(2, 4);
      expect([contents(), joins().length]).toEqual([['edit 3', 'edit 4', 'edit 2'], 1]);
    });

    test('it asks for the rest when an answer carries as many edits as it can', () => {
      follow({ initial: { messages: messages(1, 300) } });
      const page = Array.from({ length: 200 }, (_, index) => edited(index + 1, index + 1));
      receive({ type: 'joined', conversationId, lastSeq: 300, messages: [], editNo: 200, edited: page, ...cursors });
      expect(joins()).toEqual([{ type: 'join_conversation', conversationId, afterSeq: 300, afterEdit: 200 }]);
    });

    test('it lets no page that was read before an edit hide it', async () => {
      follow({ initial: { messages: messages(51, 60) } });
      fetchMessages.mockImplementationOnce(async () => {
        // It is not here yet: what it says now comes with the page alone.
        update(10, 1);
        return messages(1, 50);
      });
      fetchMessages.mockImplementationOnce(async () => messages(1, 50).with(9, edited(10, 1)));
      await followed.loadOlder();
      expect(contents()[9]).toBe('edit 1');
      update(11, 2);
      followed.receive(message(11));
      expect(contents()[10]).toBe('edit 2');
    });
  });

  test('it fetches page after page when more was missed than a joined frame carries', async () => {
    follow({ initial: { messages: messages(1, 10) } });
    fetchMessages.mockImplementation(async ({ after = 0, limit }) => messages(after + 1, Math.min(700, after + limit)));
    joined(messages(11, 210), 700);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seqs(followed.state.messages)).toEqual(range(1, 700));
    expect(fetchMessages.mock.calls.map(([page]) => page.after)).toEqual([210, 410, 610]);
  });

  test('it asks for what a gap shows to be missing, again and again until it is here', async () => {
    follow();
    joined(messages(1, 3));
    fetchMessages.mockRejectedValueOnce(new Error('no network'));
    fetchMessages.mockResolvedValueOnce(messages(4, 6));
    receive({ type: 'new_message', conversationId, message: message(6) });
    expect(seqs(followed.state.messages)).toEqual([1, 2, 3]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(seqs(followed.state.messages)).toEqual(range(1, 6));
  });

  test('it tells once per burst that the other side’s messages have arrived, and that they were read', async () => {
    follow();
    joined(messages(1, 4));
    await vi.advanceTimersByTimeAsync(200);
    expect(sentOf('delivered')).toEqual([{ type: 'delivered', conversationId, seq: 4 }]);
    receive({ type: 'new_message', conversationId, message: message(5) });
    await vi.advanceTimersByTimeAsync(200);
    expect(sentOf('delivered')).toHaveLength(1);
    followed.markRead();
    followed.markRead();
    await vi.advanceTimersByTimeAsync(200);
    expect(sentOf('read')).toEqual([{ type: 'read', conversationId, seq: 5 }]);
    expect(followed.state.cursors).toMatchObject({ customerReadSeq: 5, customerDeliveredSeq: 5 });
  });

  test('it moves the other side’s cursors by their receipts, reading implying delivery', () => {
    follow();
    joined(messages(1, 4));
    receive({ type: 'delivered', conversationId, receiver: 'staff', seq: 3 });
    receive({ type: 'read', conversationId, reader: 'staff', seq: 2 });
    expect(followed.state.cursors).toMatchObject({ staffDeliveredSeq: 3, staffReadSeq: 2 });
    receive({ type: 'read', conversationId, reader: 'staff', seq: 4 });
    expect(followed.state.cursors).toMatchObject({ staffDeliveredSeq: 4, staffReadSeq: 4 });
  });

  test('counts a representative’s answer as having read everything before it', () => {
    follow();
    joined(messages(1, 1));
    receive({ type: 'new_message', conversationId, message: message(2, { senderType: 'representative' }) });
    expect(followed.state.cursors).toMatchObject({ staffReadSeq: 2, staffDeliveredSeq: 2 });
  });

  test('it shows who is writing until they stop, send, or fall silent', () => {
    follow();
    joined(messages(1, 1));
    const ada = { senderType: 'representative', senderId: 'ada', senderName: 'Ada' } as const;
    const writes = (isTyping: boolean) => receive({ type: 'typing', conversationId, ...ada, isTyping });
    writes(true);
    expect(followed.state.typists).toEqual([expect.objectContaining({ senderName: 'Ada' })]);
    writes(false);
    expect(followed.state.typists).toEqual([]);
    writes(true);
    receive({ type: 'new_message', conversationId, message: message(2, { ...ada }) });
    expect(followed.state.typists).toEqual([]);
    writes(true);
    vi.advanceTimersByTime(6_000);
    expect(followed.state.typists).toEqual([]);
  });

  test('it shows that we are writing when it begins, now and then while it lasts, and when it ends', () => {
    follow();
    for (let second = 0; second < 7; second += 1) {
      followed.setTyping(true);
      vi.advanceTimersByTime(1_000);
    }
    followed.setTyping(false);
    followed.setTyping(false);
    expect(sentOf('typing').map((frame) => 'isTyping' in frame && frame.isTyping)).toEqual([true, true, true, false]);
  });

  test('it gathers the assistant’s reply while it is written and lets the message replace it', () => {
    follow();
    joined(messages(1, 1));
    aiWrites(0, 'Hel');
    aiWrites(3, 'lo');
    expect(followed.state.aiReply).toEqual({ replyId: 'r', text: 'Hello' });
    receive({ type: 'new_message', conversationId, message: message(2, { senderType: 'ai' }) });
    expect(followed.state.aiReply).toBeNull();
  });

  test('it shows no reply from its middle: behind a missed piece it waits for the message', () => {
    follow();
    joined(messages(1, 1));
    aiWrites(7, 'from the middle');
    expect(followed.state.aiReply).toEqual({ replyId: 'r', text: '' });
    // Another worker starts the reply again.
    aiWrites(0, 'Hel');
    aiWrites(5, ' there');
    expect(followed.state.aiReply).toEqual({ replyId: 'r', text: 'Hel' });
  });

  test('it shows why it was not let in, and hears nothing of other conversations', () => {
    follow();
    receive({ type: 'error', code: 'not_found', message: 'Unknown conversation.', conversationId });
    expect(followed.state).toMatchObject({ isJoined: false, refused: 'not_found' });
    const before = followed.state;
    receive({ type: 'new_message', conversationId: 'other', message: message(1, { conversationId: 'other' }) });
    followed.receive(message(1, { conversationId: 'other' }));
    expect(followed.state).toBe(before);
  });

  test('it joins again by itself when it could not be let in just now, and says again what got lost', async () => {
    follow();
    joined(messages(1, 4));
    followed.markRead();
    await vi.advanceTimersByTimeAsync(200);
    expect(sentOf('read')).toHaveLength(1);
    receive({ type: 'error', code: 'unavailable', message: 'Back soon.', conversationId, retryAfterMs: 300 });
    expect(followed.state).toMatchObject({ isJoined: false, refused: null });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sentOf('join_conversation')).toHaveLength(2);
    joined([], 4);
    await vi.advanceTimersByTimeAsync(200);
    expect(sentOf('read')).toHaveLength(2);
    expect(followed.state.isJoined).toBe(true);
  });

  test('it loads older pages until the first message', async () => {
    follow();
    joined(messages(51, 100));
    fetchMessages.mockResolvedValueOnce(messages(1, 50));
    expect(await followed.loadOlder()).toBe(false);
    expect(seqs(followed.state.messages)).toEqual(range(1, 100));
    expect(await followed.loadOlder()).toBe(false);
    expect(fetchMessages).toHaveBeenCalledTimes(1);
  });
});
