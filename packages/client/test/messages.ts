import type { Message } from '@parley/contracts/entities';

export const conversationId = '01960d2c-5f3a-7c41-9a53-2f6d1c0b7e11';

/** A stored message of the one conversation the tests talk about. */
export const message = (seq: number, more: Partial<Message> = {}): Message => ({
  id: `00000000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
  conversationId,
  seq,
  content: `message ${seq}`,
  senderType: seq % 2 ? 'customer' : 'representative',
  senderId: null,
  senderName: null,
  messageType: 'text',
  createdAt: new Date(seq * 1000).toISOString(),
  clientMessageId: null,
  ...more,
});

export const messages = (from: number, to: number): Message[] =>
  Array.from({ length: to - from + 1 }, (_, index) => message(from + index));

export const seqs = (list: readonly Message[]): number[] => list.map(({ seq }) => seq);
export const range = (from: number, to: number): number[] => seqs(messages(from, to));
