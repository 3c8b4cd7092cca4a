import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  advance,
  completeUntil,
  deliveryState,
  emptyConversation,
  expect as expectUntil,
  hasGap,
  receive,
} from '../src/conversation.ts';
import { message, messages, range, seqs } from './messages.ts';

describe('a conversation', () => {
  test('it shows every message once and in order, however they arrive', () => {
    const arrivals = fc
      .integer({ min: 1, max: 30 })
      .chain((count) =>
        fc.tuple(
          fc.shuffledSubarray(range(1, count), { minLength: count, maxLength: count }),
          fc.array(fc.integer({ min: 1, max: count }), { maxLength: 20 }),
        ),
      );
    fc.assert(
      fc.property(arrivals, ([order, repeats]) => {
        let state = emptyConversation;
        for (const seq of [...order, ...repeats]) {
          state = receive(state, [message(seq)]);
          expect(seqs(state.messages)).toEqual(range(1, completeUntil(state)));
        }
        expect(seqs(state.messages)).toEqual(range(1, order.length));
        expect(state.held).toEqual([]);
        expect(hasGap(state)).toBe(false);
      }),
    );
  });

  test('it becomes the same from single messages and from pages in any mixture', () => {
    const stretch = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 12 }));
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 30 }), (stretches) => {
        let state = receive(emptyConversation, messages(1, 1), { isPage: true });
        for (const [from, more] of stretches) {
          state = receive(state, messages(from, Math.min(40, from + more)), { isPage: true });
        }
        state = receive(state, messages(1, 40), { isPage: true });
        expect(seqs(state.messages)).toEqual(range(1, 40));
        expect(state.held).toEqual([]);
      }),
    );
  });

  test('it holds what arrives ahead of a gap until the gap is filled', () => {
    let state = receive(emptyConversation, messages(1, 3), { isPage: true });
    state = receive(state, [message(6)]);
    state = receive(state, [message(5)]);
    expect(seqs(state.messages)).toEqual([1, 2, 3]);
    expect(seqs(state.held)).toEqual([5, 6]);
    expect(hasGap(state)).toBe(true);
    state = receive(state, [message(4)]);
    expect(seqs(state.messages)).toEqual(range(1, 6));
    expect(hasGap(state)).toBe(false);
  });

  test('it is not begun by a single late message without its predecessors', () => {
    const state = receive(emptyConversation, [message(7)]);
    expect(state.messages).toEqual([]);
    const loaded = receive(state, messages(4, 6), { isPage: true });
    expect(seqs(loaded.messages)).toEqual([4, 5, 6, 7]);
  });

  test('it grows backwards by older pages and ignores older ones that do not join on', () => {
    const newest = receive(emptyConversation, messages(101, 150), { isPage: true });
    expect(seqs(receive(newest, messages(51, 100), { isPage: true }).messages)).toEqual(range(51, 150));
    expect(seqs(receive(newest, messages(1, 20), { isPage: true }).messages)).toEqual(range(101, 150));
  });

  test('it stays the very same object when nothing new arrives', () => {
    const state = advance(receive(emptyConversation, messages(1, 5), { isPage: true }), { staffReadSeq: 3 });
    expect(receive(state, [message(3)])).toBe(state);
    expect(receive(state, [])).toBe(state);
    expect(advance(state, { staffReadSeq: 2 })).toBe(state);
    expect(expectUntil(state, 5)).toBe(state);
  });

  test('it knows of a gap from the last seq alone', () => {
    const state = receive(emptyConversation, messages(1, 5), { isPage: true });
    expect(hasGap(expectUntil(state, 6))).toBe(true);
  });

  test('it derives sent, delivered and read from the other side’s cursors', () => {
    const { cursors } = advance(emptyConversation, { staffDeliveredSeq: 5, staffReadSeq: 3, customerReadSeq: 9 });
    const customers = (seq: number) => deliveryState({ senderType: 'customer', seq }, cursors);
    expect([customers(3), customers(5), customers(6)]).toEqual(['read', 'delivered', 'sent']);
    expect(deliveryState({ senderType: 'ai', seq: 9 }, cursors)).toBe('read');
    expect(deliveryState({ senderType: 'representative', seq: 10 }, cursors)).toBe('sent');
  });
});
