import type { Message, SenderType } from '@parley/contracts/entities';
import { expect, it } from 'vitest';
import { statusNow } from '../src/talk/status.ts';

const messages = (...senders: SenderType[]): Message[] =>
  senders.map((senderType, index) => ({
    id: String(index),
    conversationId: 'c',
    seq: index + 1,
    content: 'x',
    senderType,
    senderId: null,
    senderName: null,
    messageType: 'text',
    createdAt: '2026-11-21T09:00:00.000Z',
    clientMessageId: null,
  }));

it('a closed conversation is open again as soon as the visitor has written', () => {
  const closed = { status: 'closed', isAiAssisted: false, lastSeq: 2 } as const;
  expect(statusNow(closed, messages('customer', 'representative'))).toBe('closed');
  expect(statusNow(closed, messages('customer', 'representative', 'customer'))).toBe('waiting');
  expect(statusNow({ ...closed, isAiAssisted: true }, messages('customer', 'ai', 'customer'))).toBe('active');
});

it('nobody waits any more once a person has answered, taken over or not', () => {
  const waiting = { status: 'waiting', isAiAssisted: false, lastSeq: 1 } as const;
  expect(statusNow(waiting, messages('customer', 'ai'))).toBe('waiting');
  expect(statusNow(waiting, messages('customer', 'ai', 'representative'))).toBe('active');
});
