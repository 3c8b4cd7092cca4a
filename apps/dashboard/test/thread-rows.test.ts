import { emptyConversation } from '@parley/client/conversation';
import type { Message } from '@parley/contracts/entities';
import { expect, it } from 'vitest';
import { messageRows, unstoredRows } from '../src/features/thread/rows.ts';
import { typingWords } from '../src/features/thread/typing-words.ts';

const message = (seq: number, at: string, senderType: Message['senderType'] = 'customer'): Message => ({
  id: String(seq),
  conversationId: 'c',
  seq,
  content: 'words',
  senderType,
  senderId: senderType === 'representative' ? 'ada' : null,
  senderName: null,
  messageType: 'text',
  createdAt: at,
  clientMessageId: null,
});
const { cursors } = emptyConversation;

it('separates days', () => {
  const rows = messageRows([message(1, '2026-03-01T12:00:00Z'), message(2, '2026-03-03T12:00:00Z')], cursors);
  expect(rows.map(({ kind }) => kind)).toEqual(['day', 'message', 'day', 'message']);
});

it('groups what one sender wrote within five minutes', () => {
  const rows = messageRows(
    [
      message(1, '2026-03-01T12:00:00Z'),
      message(2, '2026-03-01T12:04:00Z'),
      message(3, '2026-03-01T12:20:00Z'),
      message(4, '2026-03-01T12:20:30Z', 'ai'),
    ],
    cursors,
  );
  expect(rows.flatMap((row) => (row.kind === 'message' ? [row.opensGroup] : []))).toEqual([true, false, true, true]);
});

it('leaves the oldest loaded message as it is when the page before it comes', () => {
  const older = message(6, '2026-03-01T12:00:00Z');
  const oldest = message(7, '2026-03-01T12:01:00Z');
  const [before] = messageRows([oldest], cursors);
  const after = messageRows([older, oldest], cursors);
  expect(before).toMatchObject({ kind: 'message', key: 'm7', opensGroup: false });
  expect(after.at(-1)).toBe(before);
});

it('says of our own messages how far they came, of the customer’s nothing', () => {
  const rows = messageRows(
    [
      message(1, '2026-03-01T12:00:00Z'),
      message(2, '2026-03-01T12:01:00Z', 'representative'),
      message(3, '2026-03-01T12:02:00Z', 'ai'),
      message(4, '2026-03-01T12:03:00Z', 'representative'),
    ],
    { ...cursors, customerReadSeq: 2, customerDeliveredSeq: 3 },
  );
  const deliveries = rows.flatMap((row) => (row.kind === 'message' ? [row.delivery] : []));
  expect(deliveries).toEqual([null, 'read', 'delivered', 'sent']);
});

it('continues the group with what is on its way', () => {
  const stored = message(1, '2026-03-01T12:00:00Z', 'representative');
  const pending = { clientMessageId: 'x', conversationId: 'c', content: 'w', createdAt: 1, state: 'sending' } as const;
  const rows = unstoredRows([pending, { ...pending, clientMessageId: 'y' }], stored, 'ada', null);
  expect(rows.map((row) => row.kind === 'pending' && row.opensGroup)).toEqual([false, false]);
});

it('names who of the other side is typing', () => {
  const customer = { senderType: 'customer', senderId: null, senderName: null } as const;
  const assistant = { senderType: 'ai', senderId: null, senderName: null } as const;
  const ben = { senderType: 'representative', senderId: 'ben', senderName: 'Ben' } as const;
  expect(typingWords([])).toBe('');
  expect(typingWords([customer])).toBe('Customer is typing…');
  expect(typingWords([customer, assistant])).toBe('Customer and AI Assistant are typing…');
  // Colleagues are named with the viewers.
  expect(typingWords([ben])).toBe('');
});
